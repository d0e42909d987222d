import { createEmptyDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../app/commands.js';
import { cellCodeOf } from '../platform/ids.js';
import { migrate } from './migrate.js';

const apiKeyPepper = Buffer.alloc(32, 7).toString('base64');

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

const enter = (cell?: number): Promise<void> => migrate(database.url, undefined, { cell });
const open = () => createAccount({ databaseUrl: database.url, apiKeyPepper, tier: 'pro' });

async function environments(): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('SELECT id FROM environments ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('the cell of a database', () => {
  it.each([
    [undefined, '00', 1],
    [0, '00', 1],
    [1, '01', 2 ** 21 + 1],
    [1023, 'GV', 1023 * 2 ** 21 + 1],
  ])('%s: keys contain %s, accounts and environments start at %i', async (cell, code, first) => {
    await enter(cell);
    const { accountId, testKey, liveKey } = await open();
    expect([testKey.slice(8, 10), liveKey.slice(8, 10)]).toEqual([code, code]);
    expect(accountId).toBe(`acct_${first}`);
    expect(await environments()).toEqual([first, first + 1]);
    expect(cellCodeOf(first)).toBe(code);
  });

  it('stays as set by the first migration', async () => {
    await enter(5);
    await open();
    await enter(5);
    await enter();
    await expect(enter(0)).rejects.toThrow(
      'CELL is 0, but the database belongs to cell 5. Set CELL=5, or DATABASE_URL to the database of cell 0.',
    );
    await open();
    expect(await environments()).toEqual([1, 2, 3, 4].map((n) => 5 * 2 ** 21 + n));
  });

  it('refuses a new account rather than using a number of the next cell', async () => {
    await enter(1);
    await client.query(`SELECT setval('account_numbers', ${2 ** 22 - 1})`);
    await expect(open()).rejects.toThrow('reached maximum value of sequence "account_numbers"');
    expect(await environments()).toEqual([]);
  });
});
