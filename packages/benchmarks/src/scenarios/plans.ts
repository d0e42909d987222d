import { judge, type Judgement } from '../plans/judgement.js';
import { knownObjects, type Ask } from '../plans/known-objects.js';
import { EXPLAINING, PlanLog } from '../plans/plan-log.js';
import { creations, reads, type PlannedRequest } from '../plans/requests.js';
import type { Options } from '../options.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startApi } from '../processes/service.js';
import type { Outcome } from '../result.js';
import { seed } from '../seed/seed.js';
import type { Server } from '../server.js';

const ACCOUNTS = 10;
const MOST_BUFFERS = 1_000;
/** Its answer takes a worker, which would be explained as well. */
const LEFT_OUT = new Set(['downloadReport']);

/** How Postgres carries out what the API asks of it for each list, read and creation, among many payments. */
export async function runPlans(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { databaseUrl, redisUrl } = await startBackends(cleanup, EXPLAINING);
  const { apiKeyPepper, start } = startApi({ databaseUrl, redisUrl }, cleanup);
  const { payments } = options;
  const say = (line: string): void => console.error(line);
  const seeding = { databaseUrl, apiKeyPepper, payments, accounts: ACCOUNTS, force: false, say };
  const [account] = await seed(seeding, server);
  const log = await PlanLog.open(databaseUrl);
  cleanup.defer(() => log.close());
  const ask = asking((await start()).port, account?.testKey ?? '');

  const known = await knownObjects(ask);
  const rows: Row[] = [];
  for (const request of [...reads(known, LEFT_OUT), ...creations(known)]) {
    await log.next();
    await ask(request.method, request.path, request.body);
    for (const explained of await log.next()) rows.push({ ...request, ...judge(explained) });
  }
  console.error(table(rows));
  const failures = unique(rows.flatMap((row) => complaints(row)));
  return {
    figures: { payments, mostBuffers: MOST_BUFFERS, statements: rows.length },
    ratios: [],
    failures,
    skipped: [],
  };
}

type Row = PlannedRequest & Judgement;

function complaints({ method, path, readWhole, buffers, readsRange, statement }: Row): string[] {
  const where = `${method} ${path}: ${statement}`;
  return [
    ...readWhole.map((name) => `reads all of ${name}: ${where}`),
    ...(buffers > MOST_BUFFERS && !readsRange ? [`looks at ${buffers} pages: ${where}`] : []),
  ];
}

/** For each operation and filter the statement that looked at the most, in Markdown. */
function table(rows: readonly Row[]): string {
  const worst = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.operationId} ${row.filter}`;
    if (row.buffers >= (worst.get(key)?.buffers ?? 0)) worst.set(key, row);
  }
  const lines = [...worst.values()].map(({ operationId, filter, buffers, readsRange, indexes }) => {
    return `| ${operationId} | ${filter} | ${buffers}${readsRange ? ' *' : ''} | ${indexes.join(', ')} |`;
  });
  return ['| operation | by | pages | indexes |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function asking(port: number, key: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
