import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { operations } from '@svc/contract';
import { expect } from 'vitest';

const routes = Object.values(operations).map(({ operationId, method, path }) => ({
  operationId,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
}));

/**
 * Notes that a test has seen this answer, where SVC_ANSWER_LOG names a file: docs/coverage.md is made of such notes.
 * Requests to addresses outside the contract are not noted.
 */
export function noteAnswer(method: string, path: string, status: number): void {
  const log = process.env['SVC_ANSWER_LOG'];
  if (log === undefined || log === '') return;
  const [pathname = ''] = path.split('?');
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(pathname));
  const { testPath, currentTestName } = expect.getState();
  if (route === undefined || testPath === undefined || currentTestName === undefined) return;
  const note = {
    operationId: route.operationId,
    status,
    file: relative(process.cwd(), testPath),
    test: currentTestName,
  };
  appendFileSync(log, `${JSON.stringify(note)}\n`);
}
