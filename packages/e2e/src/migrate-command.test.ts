import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROLE = `svc_command_${randomBytes(4).toString('hex')}`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});

afterAll(async () => {
  await client.query(`DROP OWNED BY ${ROLE}`);
  await client.query(`DROP ROLE ${ROLE}`);
  await client.end();
  await database.drop();
});

function migrate(args: readonly string[] = [], env: Readonly<Record<string, string>> = { DATABASE_URL: database.url }) {
  const command = ['apps/api/dist/migrate.js', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}

it('migrates, and lets a role use what it has made', async () => {
  expect(migrate(['--grant-to', ROLE])).toEqual({
    status: 1,
    output: `The role ${ROLE} does not exist. Create it first: CREATE ROLE "${ROLE}" LOGIN PASSWORD '…'.`,
  });
  await client.query(`CREATE ROLE ${ROLE}`);
  expect(migrate(['--grant-to', ROLE])).toEqual({
    status: 0,
    output: `The database is up to date, and ${ROLE} can use it`,
  });
  await client.query(`SET ROLE ${ROLE}`);
  expect((await client.query('SELECT count(*)::int AS n FROM payments')).rows).toEqual([{ n: 0 }]);
  await client.query('RESET ROLE');
  expect(migrate()).toEqual({ status: 0, output: 'The database is up to date' });
});

it('reads the URL from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-migrate-'));
  const DATABASE_URL_FILE = join(folder, 'database_url');
  writeFileSync(DATABASE_URL_FILE, `${database.url}\n`);
  expect(migrate([], { DATABASE_URL_FILE })).toEqual({ status: 0, output: 'The database is up to date' });
  rmSync(folder, { recursive: true });
  expect(migrate([], { DATABASE_URL_FILE })).toEqual({
    status: 1,
    output: 'DATABASE_URL_FILE: expected a readable file that contains the secret',
  });
});

it('says what is wrong', () => {
  expect(migrate([], {})).toEqual({ status: 1, output: 'DATABASE_URL is not set.' });
  expect(migrate([], { DATABASE_URL: 'postgres://nobody@localhost:1/none' })).toEqual({
    status: 1,
    output: expect.stringMatching(/^connect ECONNREFUSED \S+$/) as string,
  });
  expect(migrate(['--grant'])).toMatchObject({ status: 2 });
  expect(migrate(['--grant']).output).toMatch(/^Unknown option.*\nUsage: npm run migrate \[-- --grant-to <role>\]$/s);
  expect(migrate([], { DATABASE_URL: database.url, CELL: 'abc' })).toEqual({
    status: 1,
    output: 'CELL: expected a whole number from 0 to 1023',
  });
  const { status, output } = migrate([], { DATABASE_URL: database.url, CELL: '7' });
  expect([status, output]).toEqual([1, expect.stringMatching(/^CELL is 7, but the database belongs to cell 0\./)]);
});
