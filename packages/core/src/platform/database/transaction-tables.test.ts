import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { newCustomer } from '../../customers/customer-directory.js';
import { Customer } from '../../customers/customer.entity.js';
import { ApiKey } from '../../security/keys/api-key.entity.js';
import { SecurityConfig } from '../../security/security-config.entity.js';

const HERE = { environmentId: 1 };
const THERE = { environmentId: 2 };

const { database } = await forThisFile(openTestDatabase());
let lastId = 0;

function customer(email: string): Customer {
  return newCustomer({ ...HERE, id: String(++lastId), email, metadata: { order: [1, 'two'] } });
}

async function stored(row: Customer): Promise<Customer> {
  return database.transaction((transaction) => transaction.forEnvironment(HERE).insert(Customer, row));
}

describe('a row', () => {
  it('is read as it was stored, and its next version too', async () => {
    const row = customer('a@example.com');
    expect({ ...(await stored(row)) }).toEqual(row);
    const address = { line1: 'Street 1', line2: null, city: null, region: null, postalCode: null, country: 'NL' };
    const changed = { ...row, phone: '+31201234567', address, metadata: {} };
    const saved = await database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(HERE);
      await tables.lock(Customer, row.id, 'FOR NO KEY UPDATE');
      return tables.save(Customer, changed);
    });
    expect({ ...saved, updatedAt: row.updatedAt }).toEqual({ ...changed, version: 2 });
    expect(saved.updatedAt.getTime()).toBeGreaterThan(row.updatedAt.getTime());
    expect({ ...(await database.forEnvironment(HERE).find(Customer, row.id)) }).toEqual(saved);
  });

  it('gets a later time with each version, even if the clock of the last writer was ahead', async () => {
    const row = await stored(customer('later@example.com'));
    const ahead = new Date(Date.now() + 60_000);
    const times = await database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(HERE);
      await tables.update(Customer, { id: row.id }, { updatedAt: ahead });
      const saved = [];
      for (let n = 0; n < 3; n += 1) saved.push((await tables.save(Customer, row)).updatedAt.getTime());
      return saved;
    });
    expect(times).toEqual([1, 2, 3].map((ms) => ahead.getTime() + ms));
  });

  it('with missing properties gets the defaults of its table', async () => {
    const thresholds = [{ value: 100, currency: 'EUR' as const }];
    const [config, saved] = await database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(HERE);
      const inserted = await tables.insert(SecurityConfig, {});
      return [inserted, await tables.save(SecurityConfig, { ...inserted, approvalThresholds: thresholds })];
    });
    expect(config).toMatchObject({ ...HERE, version: 1, allowedCidrs: [], approvalThresholds: [] });
    expect(saved).toMatchObject({ version: 2, approvalThresholds: thresholds });
  });

  it('is found by several values, and by null for no value', async () => {
    const { id, emailNormalized } = await stored(customer('b@example.com'));
    const tables = database.forEnvironment(HERE);
    expect(await tables.find(Customer, { emailNormalized, erasedAt: null })).toMatchObject({ id });
    expect(await tables.find(Customer, { emailNormalized, phone: '1' })).toBeUndefined();
    expect(await tables.find(Customer, { id, emailNormalized: null })).toBeUndefined();
  });

  it('has its virtual columns, and none with select: false', async () => {
    const key = { id: '1', name: 'k', prefix: 'sk', hash: Buffer.from('hash'), pepper: 'p', scopes: ['*'] };
    const issued = await database.transaction((transaction) => transaction.forEnvironment(HERE).insert(ApiKey, key));
    expect(issued).toMatchObject({ name: 'k', status: 'active' });
    expect(issued).not.toHaveProperty('hash');
    const expiresAt = new Date(0);
    const [expired] = await database.transaction((transaction) =>
      transaction.forEnvironment(HERE).update(ApiKey, { id: '1' }, { expiresAt }),
    );
    expect(expired).toMatchObject({ name: 'k', status: 'expired', expiresAt });
  });

  it('is inserted once when two transactions insert a unique value', async () => {
    const rows = [customer('once@example.com'), customer('once@example.com')];
    const made = await Promise.all(
      rows.map((row) =>
        database.transaction((transaction) => transaction.forEnvironment(HERE).insertNew(Customer, row)),
      ),
    );
    expect(made.filter((row) => row !== undefined)).toHaveLength(1);
  });
});

describe('another environment', () => {
  it('can not find, lock, update or save the row', async () => {
    const row = await stored(customer('c@example.com'));
    const theirs = { ...row, ...THERE };
    await database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(THERE);
      expect(await tables.find(Customer, row.id)).toBeUndefined();
      expect(await tables.lock(Customer, { emailNormalized: row.emailNormalized })).toBeUndefined();
      expect(await tables.update(Customer, { id: row.id }, { phone: '1' })).toEqual([]);
      await expect(tables.save(Customer, theirs)).rejects.toThrow('does not exist');
    });
    expect({ ...(await database.forEnvironment(HERE).find(Customer, row.id)) }).toEqual({ ...row });
  });

  it('can not insert a row of this one', async () => {
    const row = customer('d@example.com');
    const write = database.transaction(async (transaction) => {
      await transaction.forEnvironment(THERE).insert(Customer, row);
    });
    await expect(write).rejects.toThrow('belongs to another environment');
  });
});

describe('a write that is not awaited', () => {
  it('is visible to the next statement', async () => {
    const row = customer('e@example.com');
    const found = await database.transaction((transaction) => {
      const tables = transaction.forEnvironment(HERE);
      void tables.insert(Customer, row);
      void tables.update(Customer, { id: row.id }, { phone: '2' });
      return tables.find(Customer, row.id);
    });
    expect(found).toMatchObject({ phone: '2' });
  });

  it('fails the transaction when it fails, and leaves nothing', async () => {
    const [row, first] = [customer('f@example.com'), await stored(customer('g@example.com'))];
    const work = database.transaction((transaction) => {
      const tables = transaction.forEnvironment(HERE);
      void tables.insert(Customer, row);
      void tables.insert(Customer, { ...customer('h@example.com'), id: first.id });
      return Promise.resolve();
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await database.forEnvironment(HERE).find(Customer, row.id)).toBeUndefined();
  });
});
