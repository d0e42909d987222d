import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Svc } from '@svc/sdk';
import type { Options } from '../options.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { watchMemory } from '../processes/memory.js';
import { startService } from '../processes/service.js';
import type { Outcome } from '../result.js';
import type { Server } from '../server.js';

/** Maximum growth of a process in megabytes. */
const MAX_GROWTH_MB = 100;
const FORMATS = ['csv', 'json'] as const;

/** Payments of the last day, each with a customer, a description and metadata. */
const PAYMENTS = `
  WITH environment AS (SELECT id FROM environments WHERE mode = 'test' ORDER BY id LIMIT 1), people AS (
    INSERT INTO customers (environment_id, id, email, email_normalized, first_name, last_name, updated_at)
    SELECT e.id, n, 'c' || n || '@example.com', 'c' || n || '@example.com', 'Ada', 'Lovelace', now()
      FROM environment e, generate_series(1, 1000) n RETURNING environment_id, id)
  INSERT INTO payments (environment_id, id, status, amount_value, currency, customer_id, customer_email,
    customer_first_name, customer_last_name, description, metadata, reference, processor, updated_at)
  SELECT p.environment_id, id_at(now() - interval '1 day') + n, 'completed', 1000 + n, 'USD', p.id,
         'c' || p.id || '@example.com', 'Ada', 'Lovelace', 'Order ' || n, ('{"orderId":"' || n || '","channel":"web"}')::json,
         'order-' || n, 'sandbox', now()
    FROM generate_series(1, $1::int) n JOIN people p ON p.id = 1 + n % 1000`;

/** Creates and downloads a report of many payments in each format: duration and memory. */
export async function runReports({ rows }: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const backends = await startBackends(cleanup);
  const { api, worker, accounts } = await startService(backends, 1, server, cleanup);
  console.error(`reports: storing ${rows} payments`);
  await store(backends.databaseUrl, rows);
  const svc = new Svc(accounts[0]?.testKey ?? '', { baseUrl: `http://127.0.0.1:${api.port}` });
  const [apiMemory, workerMemory] = [await watchMemory(api), await watchMemory(worker)];
  const reports: Record<string, unknown> = {};
  const failures: string[] = [];
  for (const format of FORMATS) {
    console.error(`reports: ${format}`);
    const made = await make(svc, format);
    const taken = await download(svc, made.id);
    reports[format] = { ...made, ...taken };
    if (made.rows !== rows) failures.push(`the ${format} report has ${made.rows} rows, not ${rows}`);
    if (taken.bytes !== made.bytes) failures.push(`${taken.bytes} bytes of ${format} came, not ${made.bytes}`);
  }
  const memory = { api: await apiMemory.end(), worker: await workerMemory.end() };
  for (const [name, { grownMb }] of Object.entries(memory)) {
    if (grownMb > MAX_GROWTH_MB) failures.push(`the ${name} has grown by ${grownMb} MB, over ${MAX_GROWTH_MB}`);
  }
  return { figures: { rows, ...reports, memory, mostGrowthMb: MAX_GROWTH_MB }, ratios: [], failures, skipped: [] };
}

async function store(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(PAYMENTS, [rows]);
    await client.query('ANALYZE payments');
  } finally {
    await client.end();
  }
}

async function make(svc: Svc, format: (typeof FORMATS)[number]) {
  const started = performance.now();
  const range = { createdFrom: new Date(Date.now() - 2 * 86_400_000), createdTo: new Date() };
  const { id } = await svc.reports.create({
    type: 'payments',
    format,
    createdFrom: range.createdFrom.toISOString(),
    createdTo: range.createdTo.toISOString(),
  });
  for (;;) {
    const { status, rows, bytes } = await svc.reports.retrieve(id);
    if (status === 'ready') return { id, rows, bytes, madeInSeconds: secondsSince(started) };
    if (status === 'failed') throw new Error('the report could not be created');
    await delay(250);
  }
}

async function download(svc: Svc, id: string) {
  const started = performance.now();
  let bytes = 0;
  const { body } = await svc.reports.download(id);
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) bytes += part.length;
  return { bytes, downloadedInSeconds: secondsSince(started) };
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
