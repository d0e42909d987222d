import { randomBytes } from 'node:crypto';
import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { PAYMENT_TOKEN_COLUMN, PaymentTokens } from '../../customers/payment-tokens.js';
import type { StatementRunner } from '../database/database.js';
import { MasterKeyCheck } from './master-key-check.js';
import { MasterKeys } from './master-keys.js';
import { rewrapColumn } from './rewrapping.js';

const [older, newer, unknown] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const before = new MasterKeys([older]);
const both = new MasterKeys([newer, older]);
const after = new MasterKeys([newer]);
const METHODS = 1_200;

const { database } = await forThisFile(openTestDatabase({ pool: 3, isChecked: false }));

beforeAll(async () => {
  await database.dataSource.query(
    `INSERT INTO customers (environment_id, id, email, email_normalized, updated_at) VALUES (1, 5, 'a@b.c', 'a@b.c', now())`,
  );
});

beforeEach(() => database.dataSource.query('DELETE FROM payment_methods'));

const rowOf = (id: number) => ({ environmentId: 1, customerId: '5', id: String(id) });

async function insert(keys: MasterKeys, from: number, to: number): Promise<void> {
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const sealed = ids.map((id) => new PaymentTokens(keys).seal(`tok_${id}`, rowOf(id)));
  await database.dataSource.query(
    `INSERT INTO payment_methods (environment_id, customer_id, id, type, token_ciphertext, token_data_key)
     SELECT 1, 5, m.id, 'card', m.ciphertext, m.data_key
       FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) AS m (id, ciphertext, data_key)`,
    [ids, sealed.map(({ ciphertext }) => ciphertext), sealed.map(({ dataKey }) => dataKey)],
  );
}

interface Stored {
  readonly id: string;
  readonly tokenCiphertext: Buffer;
  readonly tokenDataKey: Buffer;
}

function stored(): Promise<Stored[]> {
  return database.dataSource.query<Stored[]>(
    `SELECT id, token_ciphertext AS "tokenCiphertext", token_data_key AS "tokenDataKey" FROM payment_methods ORDER BY id`,
  );
}

/** Returns how many rows these keys open, with the right token. */
async function openedBy(keys: MasterKeys): Promise<number> {
  const tokens = new PaymentTokens(keys);
  return (await stored()).filter((row) => {
    try {
      return tokens.open({ ...rowOf(Number(row.id)), ...row }) === `tok_${row.id}`;
    } catch {
      return false;
    }
  }).length;
}

function rewrap(runner: StatementRunner = database.forSystem(), keys = both) {
  return rewrapColumn(runner, PAYMENT_TOKEN_COLUMN, keys);
}

describe('rewrapColumn', () => {
  it('continues after an interruption; both keys open all secrets at any moment, the new key alone at the end', async () => {
    await insert(before, 1, METHODS);
    let replacements = 0;
    const dying: StatementRunner = {
      run: (query, values) => {
        if (query.name.endsWith('replace') && ++replacements === 2) throw new Error('killed');
        return database.forSystem().run(query, values);
      },
    };
    await expect(rewrap(dying)).rejects.toThrow('killed');
    expect(await openedBy(after)).toBe(500);
    expect(await openedBy(both)).toBe(METHODS);
    expect(await rewrap()).toMatchObject({ rewrapped: METHODS - 500, done: METHODS, left: 0, unreadable: { rows: 0 } });
    expect(await openedBy(after)).toBe(METHODS);
    expect(await openedBy(before)).toBe(0);
    expect(await rewrap()).toMatchObject({ rewrapped: 0, done: METHODS, left: 0 });
  });

  it('visits concurrently written secrets again, and keeps them', async () => {
    await insert(before, 1, 3);
    const replacing: StatementRunner = {
      run: async (query, values) => {
        if (query.name.endsWith('replace') && (await openedBy(after)) === 0) {
          const { ciphertext, dataKey } = new PaymentTokens(before).seal('tok_2', rowOf(2));
          await database.dataSource.query(
            'UPDATE payment_methods SET token_ciphertext = $1, token_data_key = $2 WHERE id = 2',
            [ciphertext, dataKey],
          );
        }
        return database.forSystem().run(query, values);
      },
    };
    expect(await rewrap(replacing)).toMatchObject({ rewrapped: 3, done: 3, left: 0 });
    expect(await openedBy(after)).toBe(3);
  });

  it('skips secrets that no key opens, and reports the missing key and example rows', async () => {
    await insert(before, 1, 3);
    await insert(new MasterKeys([unknown]), 4, 8);
    const { name } = new MasterKeys([unknown]).first;
    const { unreadable, ...counts } = await rewrap();
    expect(counts).toMatchObject({ rewrapped: 3, done: 3, left: 5 });
    expect([unreadable.rows, [...unreadable.keyNames]]).toEqual([5, [name]]);
    expect(unreadable.examples.map(({ id }) => id)).toEqual(['4', '5', '6']);
    expect(await openedBy(new MasterKeys([unknown]))).toBe(5);
  });

  it('row 32: does not rewrap secrets that were swapped between rows', async () => {
    await insert(before, 1, 2);
    await database.dataSource.query(
      `UPDATE payment_methods p SET token_data_key = o.token_data_key, token_ciphertext = o.token_ciphertext
         FROM payment_methods o WHERE o.id = 3 - p.id`,
    );
    expect(await rewrap()).toMatchObject({ rewrapped: 0, done: 0, left: 2, unreadable: { rows: 2 } });
    expect(await openedBy(both)).toBe(0);
  });
});

describe('at the start of a process', () => {
  const started = async (keys: MasterKeys): Promise<unknown[]> => {
    const told: unknown[] = [];
    const logger = { error: (about: unknown) => told.push(about), warn: (about: unknown) => told.push(about) };
    await new MasterKeyCheck({ database, columns: [PAYMENT_TOKEN_COLUMN], keys, logger }).onApplicationBootstrap();
    return told;
  };

  it('logs that no key opens the last stored secret, with the name of the missing key', async () => {
    expect(await started(after)).toEqual([]);
    await insert(before, 1, 2);
    expect(await started(before)).toEqual([]);
    expect(await started(both)).toEqual([]);
    expect(await started(after)).toEqual([{ event: 'master_key_unfit', lacking: [before.first.name] }]);
  });
});
