import { createServer, type Server as HttpServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Svc, type Report } from '@svc/sdk';
import type { Options } from '../options.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { watchMemory } from '../processes/memory.js';
import { startService } from '../processes/service.js';
import type { Outcome } from '../result.js';
import type { Server } from '../server.js';

/** Maximum growth of a process in megabytes. */
const MAX_GROWTH_MB = 100;
const DAY_MS = 86_400_000;
const ID_EPOCH = Date.UTC(2025, 0, 1);
/** The statement starts with the account, so all payments are in the second after its creation. */
const SPAN_MS = 1_000;

/** Authorized payments, each with its attempt. */
const PAYMENTS = `
  INSERT INTO payments (environment_id, id, status, stage, capture_method, amount_value, currency, metadata, processor, updated_at)
  SELECT $1, $2::bigint + n * $3::bigint, 'pending', 'authorized', 'manual', 1000, 'USD', '{}', 'http', now()
    FROM generate_series(1, $4::int) n`;
const ATTEMPTS = `
  INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at, finished_at, answered_at)
  SELECT environment_id, id + 1, id, 'authorize', 'http', 'approved', id_time(id), id_time(id), id_time(id)
    FROM payments WHERE environment_id = $1`;

/** Compares many payments with an acquirer's statement: duration and memory. */
export async function runReconciliation({ rows }: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const backends = await startBackends(cleanup);
  const statement = new PlayedStatement(rows);
  const url = await statement.start(cleanup);
  const { api, worker, accounts } = await startService(backends, 1, server, cleanup, {
    PROCESSOR_LIVE: 'http',
    PROCESSOR_URL: url,
    PROCESSOR_API_KEY: 'acq_benchmark',
    PROCESSOR_CALLBACK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  });
  console.error(`reconciliation: storing ${rows} payments`);
  await store(backends.databaseUrl, statement);
  const svc = new Svc(accounts[0]?.liveKey ?? '', { baseUrl: `http://127.0.0.1:${api.port}` });
  const [apiMemory, workerMemory] = [await watchMemory(api), await watchMemory(worker)];
  const started = performance.now();
  const report = await reconcile(svc);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const memory = { api: await apiMemory.end(), worker: await workerMemory.end() };
  const failures = Object.entries(memory).flatMap(([name, { grownMb }]) =>
    grownMb > MAX_GROWTH_MB ? [`the ${name} has grown by ${grownMb} MB, over ${MAX_GROWTH_MB}`] : [],
  );
  if (report.status !== 'ready' || report.acquirerBook !== 'compared' || report.rows > 0) {
    failures.push(`the statements do not agree: ${JSON.stringify(report)}`);
  }
  const figures = { rows, seconds, pages: statement.pages, memory, mostGrowthMb: MAX_GROWTH_MB };
  return { figures, ratios: [], failures, skipped: [] };
}

/** An acquirer that only serves a statement, with lines at equal distances in time. */
class PlayedStatement {
  pages = 0;
  environmentId = 0;
  /** The first payment's id; the next id is its attempt's. */
  firstId = 0n;
  readonly step: bigint;

  constructor(readonly lines: number) {
    this.step = (BigInt(SPAN_MS) << 22n) / BigInt(lines);
  }

  async start(cleanup: Cleanup): Promise<string> {
    const server: HttpServer = createServer((request, response) => {
      const query = new URL(request.url ?? '/', 'http://acquirer').searchParams;
      const after = Number(query.get('cursor') ?? 0);
      const last = Math.min(after + Number(query.get('limit')), this.lines);
      this.pages += 1;
      const data = Array.from({ length: last - after }, (_, index) => this.line(after + index + 1));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data, nextCursor: last < this.lines ? String(last) : null }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanup.defer(() => new Promise((resolve) => server.close(() => resolve())));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  private line(n: number): object {
    const payment = this.firstId + BigInt(n) * this.step;
    return {
      reference: `${this.environmentId}-${payment + 1n}`,
      operation: 'authorize',
      status: 'approved',
      payment: `pay_${payment}`,
      amount: { value: 1000, currency: 'USD' },
      receivedAt: new Date(Number(payment >> 22n) + ID_EPOCH).toISOString(),
    };
  }
}

async function store(databaseUrl: string, statement: PlayedStatement): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(`SELECT id FROM environments WHERE mode = 'live'`);
    statement.environmentId = rows[0]?.id ?? 0;
    statement.firstId = BigInt(Date.now() - ID_EPOCH) << 22n;
    await client.query(PAYMENTS, [statement.environmentId, statement.firstId, statement.step, statement.lines]);
    await client.query(ATTEMPTS, [statement.environmentId]);
    await client.query('ANALYZE payments, payment_attempts');
  } finally {
    await client.end();
  }
}

async function reconcile(svc: Svc): Promise<Report> {
  const [createdFrom, createdTo] = [new Date(Date.now() - DAY_MS), new Date()];
  const range = { createdFrom: createdFrom.toISOString(), createdTo: createdTo.toISOString() };
  const { id } = await svc.reports.create({ type: 'reconciliation', format: 'json', ...range });
  for (;;) {
    const report = await svc.reports.retrieve(id);
    if (report.status === 'ready' || report.status === 'failed') return report;
    await delay(250);
  }
}
