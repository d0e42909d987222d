import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { operations } from '@svc/contract';
import { expect } from 'vitest';

const routes = Object.values(operations).map(({ operationId, method, path }) => ({
  operationId,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
}));

/** A response as a test received it. */
interface NotedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is a problem. */
  readonly problem?: unknown;
}

const noted = new Set<string>();

/**
 * Records a response in the file of SVC_ANSWER_LOG, if set. `npm run coverage` reads these records, and `npm test`
 * fails on a response that the contract does not allow. Requests outside the contract are not recorded.
 */
export function noteAnswer(method: string, path: string, { status, headers, problem }: NotedAnswer): void {
  const log = process.env['SVC_ANSWER_LOG'];
  if (log === undefined || log === '') return;
  const [pathname = ''] = path.split('?');
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(pathname));
  const { testPath, currentTestName } = expect.getState();
  if (route === undefined || testPath === undefined || currentTestName === undefined) return;
  const note = {
    operationId: route.operationId,
    status,
    code: codeOf(problem),
    headers: [...headers.keys()],
    file: relative(process.cwd(), testPath),
    test: currentTestName,
  };
  const line = JSON.stringify(note);
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(log, `${line}\n`);
}

function codeOf(problem: unknown): string | null {
  const { code } = (problem ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
