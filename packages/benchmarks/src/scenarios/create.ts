import { countRows, type RowCounts } from '../database/row-counts.js';
import { startLoadGenerator } from '../load/load-generator.js';
import type { Options } from '../options.js';
import { createLimit, overLimit } from '../pgbench/create-limit.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { residentMb } from '../processes/memory.js';
import { startService } from '../processes/service.js';
import type { Outcome } from '../result.js';
import type { Server } from '../server.js';

const FIRST_CREATES = 10_000;
const MUST = 0.35;

/** Creates payments over HTTP with the released service; compares with the same work in Postgres alone. */
export async function runCreate(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections, customers, mode } = options;
  const backends = await startBackends(cleanup);
  const { api, worker, accounts } = await startService(backends, options.accounts, server, cleanup);
  const generator = await startLoadGenerator(cleanup);
  const keys = accounts.map((account) => (mode === 'live' ? account.liveKey : account.testKey));
  const plan = { port: api.port, connections, traffic: { kind: 'create-payment', keys, customers } } as const;
  const memory = { apiAtStartMb: await residentMb(api) };

  console.error(`create: the first ${FIRST_CREATES}, to warm up`);
  const first = await generator.run({ ...plan, until: { requests: FIRST_CREATES } });
  const apiAfter10000CreatesMb = await residentMb(api);
  const limitBefore = await createLimit(backends.databaseUrl, seconds);
  console.error(`create: ${connections} connections, ${seconds} s`);
  const load = await generator.run({ ...plan, until: { seconds } });
  const [apiAtEndMb, workerAtEndMb] = await Promise.all([residentMb(api), residentMb(worker)]);
  const stored = await countRows(backends.databaseUrl);
  const limitAfter = await createLimit(backends.databaseUrl, seconds);
  const acknowledged = first.requests - first.errors + load.requests - load.errors;
  const failures = [...unexpectedAnswers([first, load]), ...missingRows(acknowledged, stored)];
  if (failures.length > 0) console.error(`The last output of the API:\n${api.output()}`);

  const measured = { name: 'create', what: 'POST /v1/payments', perSecond: load.perSecond, must: MUST };
  const { pgbenchOneStatementPerSecond, ratios, skipped } = overLimit(measured, limitBefore, limitAfter);
  return {
    figures: {
      load: { connections, accounts: accounts.length, customers, mode },
      create: load,
      memory: { ...memory, apiAfter10000CreatesMb, apiAtEndMb, workerAtEndMb },
      acknowledged,
      stored,
      pgbenchOneStatementPerSecond,
    },
    ratios,
    failures,
    skipped,
  };
}

function unexpectedAnswers(loads: readonly { errors: number; firstError: string | null }[]): string[] {
  return loads
    .filter((load) => load.errors > 0)
    .map((load) => `${load.errors} responses were not 201, the first: ${load.firstError}`);
}

function missingRows(acknowledged: number, stored: RowCounts): string[] {
  if (stored.payments === acknowledged && stored.pendingEvents === acknowledged) return [];
  return [`${acknowledged} creates were acknowledged, ${stored.payments} payments and ${stored.pendingEvents} stored`];
}
