import { setTimeout as sleep } from 'node:timers/promises';
import { workDone } from '../database/open-work.js';
import type { Options } from '../options.js';
import { changes } from '../plans/changes.js';
import { judge, type Judgement } from '../plans/judgement.js';
import { knownObjects, type Ask } from '../plans/known-objects.js';
import { EXPLAINING, PlanLog } from '../plans/plan-log.js';
import { operationIds, reads, type PlannedRequest } from '../plans/requests.js';
import type { Cleanup } from '../processes/cleanup.js';
import { startProcess } from '../processes/service.js';
import type { Outcome } from '../result.js';
import { startSeeded } from '../seed/seeded-backends.js';
import type { Server } from '../server.js';

const ACCOUNTS = 10;
const MAX_BUFFERS = 1_000;
/** Limit for statements over many rows, per row. An event is looked up in every weekly partition. */
const MAX_BUFFERS_PER_ROW = 75;
/** A download needs a worker, whose statements would be explained as well; a stream does not end. */
const LEFT_OUT = new Set(['downloadReport', 'streamEvents']);
/** The seed has no such object. The look-up of one that does not exist has the same plan. */
const NOT_SEEDED = new Set(['getDispute']);
/** How long the worker is observed after every payment is settled: each periodic task runs several times. */
const WORKER_MS = 20_000;
const WORKER = { operationId: 'worker', filter: '', method: '', path: '', readsRange: false };

/** Explains the statements of each operation and of the worker with many payments. */
export async function runPlans(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { payments, data } = options;
  const seeded = await startSeeded({ payments, data, accounts: ACCOUNTS, settings: EXPLAINING }, server, cleanup);
  const start = (name: 'api' | 'worker') => startProcess(name, seeded, seeded.secrets, cleanup);
  const key = seeded.accounts[0]?.testKey ?? '';

  console.error('plans: preparing objects');
  const [helper, first] = [await start('worker'), await start('api')];
  const known = await knownObjects(asking(first.port, key));
  await Promise.all([helper.stop(), first.stop()]);

  // New sessions are explained from here on.
  const log = await PlanLog.open(seeded.databaseUrl);
  cleanup.defer(() => log.close());
  const api = await start('api');
  const ask = asking(api.port, key);
  const requests = [...reads(known, LEFT_OUT), ...changes(known)];
  console.error(`plans: ${requests.length} requests`);
  const rows: Row[] = [];
  const keep = async (origin: Omit<Row, keyof Judgement>): Promise<void> => {
    for (const explained of await log.next()) rows.push({ ...origin, ...judge(explained) });
  };
  for (const request of requests) {
    await keep(WORKER);
    await ask(request.method, request.path, request.body, request.headers).catch((error: unknown) => {
      if (!NOT_SEEDED.has(request.operationId)) throw error;
    });
    await keep(request);
  }
  await api.stop();

  console.error('plans: statements of the worker');
  await keep(WORKER);
  await start('worker');
  await workDone(seeded.databaseUrl);
  await sleep(WORKER_MS);
  await keep(WORKER);

  console.error(table(rows));
  const failures = unique([...unrequested(requests), ...rows.flatMap((row) => complaints(row))]);
  return {
    figures: { payments, mostBuffers: MAX_BUFFERS, requests: requests.length, statements: rows.length },
    ratios: [],
    failures,
    skipped: [],
  };
}

type Row = Omit<PlannedRequest, 'method' | 'body' | 'headers'> & { readonly method: string } & Judgement;

function unrequested(requests: readonly PlannedRequest[]): string[] {
  const asked = new Set([...LEFT_OUT, ...requests.map(({ operationId }) => operationId)]);
  return operationIds().flatMap((id) => (asked.has(id) ? [] : [`${id} is not requested`]));
}

function complaints({ operationId, method, path, readWhole, buffers, found, readsRange, statement }: Row): string[] {
  const where = `${method === '' ? operationId : `${method} ${path}`}: ${statement}`;
  // An API process only writes many rows at once: those of the request log.
  const isOfRows = method === '' || statement.startsWith('INSERT');
  const isTooMuch = buffers > (isOfRows ? Math.max(MAX_BUFFERS, MAX_BUFFERS_PER_ROW * found) : MAX_BUFFERS);
  return [
    ...readWhole.map((name) => `reads all of ${name}: ${where}`),
    ...(isTooMuch && !readsRange ? [`looks at ${buffers} pages for ${found} rows: ${where}`] : []),
  ];
}

/** For each operation and filter the statement with the most pages, and each statement of the worker, in Markdown. */
function table(rows: readonly Row[]): string {
  const worst = new Map<string, Row>();
  for (const row of rows) {
    const key = row.method === '' ? row.statement : `${row.operationId} ${row.filter}`;
    if (row.buffers >= (worst.get(key)?.buffers ?? 0)) worst.set(key, row);
  }
  const lines = [...worst.values()].map(({ operationId, filter, method, statement, buffers, readsRange, indexes }) => {
    const by = method === '' ? `\`${statement.slice(0, 60)}\`` : filter;
    return `| ${operationId} | ${by} | ${buffers}${readsRange ? ' *' : ''} | ${indexes.join(', ')} |`;
  });
  return ['| operation | by | pages | indexes |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function asking(port: number, key: string): Ask {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
