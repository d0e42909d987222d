import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startOwnPostgres, type OwnPostgres } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineArchiving } from './archiving.js';
import type { Finding } from './finding.js';

const patience = { timeoutMs: 50_000, intervalMs: 500 };

let folder: string;
let postgres: OwnPostgres;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-archive-'));
  // Postgres runs as another user.
  await chmod(folder, 0o755);
  const archive_command = `test -e ${join(folder, 'works')}`;
  postgres = await startOwnPostgres({ wal_level: 'replica', archive_mode: 'on', archive_command });
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

function found(): Promise<Finding> {
  return examineArchiving(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {});
}

/** Ends the current segment, which Postgres then archives. */
async function fillSegment(): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS things (id int)');
  await client.query('INSERT INTO things VALUES (1)');
  await client.query('SELECT pg_switch_wal()');
}

it('is a warning while Postgres cannot archive its WAL', async () => {
  expect(await found()).toMatchObject({ state: 'ok', text: 'nothing yet' });
  await fillSegment();
  await eventually(async () => {
    const { state, text } = await found();
    expect([state, text]).toEqual(['warning', expect.stringMatching(/^fails at [0-9A-F]{24} \(\d+ failures in all\)/)]);
  });
  await writeFile(join(folder, 'works'), '');
  // Postgres waits for a minute after three failures, unless another segment is full.
  await eventually(async () => {
    await fillSegment();
    expect(await found()).toMatchObject({ state: 'ok', text: expect.stringMatching(/^the last segment \d+ s ago$/) });
  }, patience);
});
