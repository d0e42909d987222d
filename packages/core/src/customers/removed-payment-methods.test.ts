import { randomBytes } from 'node:crypto';
import { eventually, forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { MasterKeys } from '../platform/crypto/master-keys.js';
import { namedQuery } from '../platform/database/named-query.js';
import { PaymentMethodDetacher } from './payment-method-detacher.js';
import { PaymentTokens } from './payment-tokens.js';
import { ProcessorCustomers } from './processor-customers.js';

const tokens = new PaymentTokens(new MasterKeys([randomBytes(32)]));
const charge = { environmentId: 1, customerId: '2', paymentMethodId: '3', processor: 'stripe:7' };

const LOCK = namedQuery('test_lock', 'SELECT 1 FROM customers WHERE environment_id = $1 FOR UPDATE');
const ERASE_METHODS = namedQuery(
  'test_erase_methods',
  'UPDATE payment_methods SET deleted_at = now() WHERE environment_id = $1',
);
const ERASE = namedQuery(
  'test_erase',
  'UPDATE customers SET erased_at = now(), email_normalized = NULL WHERE environment_id = $1',
);

const { database, sql } = await forThisFile(openTestDatabase());
let detached: string[];
let detacher: PaymentMethodDetacher;

const state = () =>
  sql(`SELECT processor_customer AS owner, detach_at IS NOT NULL AS due, token_ciphertext IS NOT NULL AS token
         FROM payment_methods WHERE environment_id = 1 AND id = 3`);
const storeMethod = (owner: string) => new ProcessorCustomers(database, tokens).of(charge)?.storeMethod('pm_x', owner);

beforeAll(async () => {
  await sql(`INSERT INTO processors (environment_id, id, kind, name, enabled, priority, status, updated_at)
             SELECT 1, n, 'stripe', 'Stripe', true, 1, 'ok', now() FROM unnest(ARRAY[7, 8]) n`);
});

beforeEach(async () => {
  await sql('TRUNCATE customers, payment_methods, processor_customers CASCADE');
  await sql(`INSERT INTO customers (environment_id, id, email, email_normalized, updated_at)
             VALUES (1, 2, 'a@example.com', 'a@example.com', now())`);
  await sql(`INSERT INTO processor_customers (environment_id, customer_id, processor_id, reference)
             VALUES (1, 2, 7, 'cus_ours')`);
  await sql(`INSERT INTO payment_methods (environment_id, id, customer_id, type, processor_id, deleted_at)
             VALUES (1, 3, 2, 'card', 7, now())`);
  detached = [];
  const processor = { detachMethod: (token: string) => Promise.resolve(detached.push(token) > 0) };
  detacher = new PaymentMethodDetacher({
    database,
    tokens,
    connections: { find: () => Promise.resolve({ processor } as never) },
    logger: { warn: () => expect.fail('nothing to warn about') },
  });
});

describe('a payment method that is removed while it is attached at the processor', () => {
  it('is detached afterwards', async () => {
    expect(await storeMethod('cus_ours')).toBe(false);
    expect(await state()).toEqual([{ owner: null, due: true, token: true }]);
    await detacher.run();
    expect(detached).toEqual(['pm_x']);
    expect(await state()).toEqual([{ owner: null, due: false, token: false }]);
  });

  it('stays attached to a customer of the account, and nothing is stored', async () => {
    expect(await storeMethod('cus_of_the_account')).toBe(false);
    expect(await state()).toEqual([{ owner: null, due: false, token: false }]);
  });

  it('is left to the deletion of an erased customer', async () => {
    await sql('UPDATE customers SET erased_at = now(), email_normalized = NULL WHERE environment_id = 1');
    expect(await storeMethod('cus_ours')).toBe(false);
    expect(await state()).toEqual([{ owner: null, due: false, token: false }]);
  });

  it('is left alone by a worker that waits for an erasure in progress', async () => {
    await sql('UPDATE payment_methods SET deleted_at = NULL WHERE environment_id = 1');
    let storing: Promise<boolean> | undefined;
    await database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment({ environmentId: 1 });
      await tables.run(LOCK, []);
      await tables.run(ERASE_METHODS, []);
      storing = storeMethod('cus_ours');
      await eventually(async () => {
        const waiting = await sql(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await tables.run(ERASE, []);
    });
    expect(await storing).toBe(false);
    expect(await state()).toEqual([{ owner: null, due: false, token: false }]);
  });

  it('stays attached while the customer has it again, at this connection or another one', async () => {
    await storeMethod('cus_ours');
    const { ciphertext, dataKey } = tokens.seal('pm_x', { environmentId: 1, customerId: '2', id: '4' });
    const [c, k] = [ciphertext, dataKey].map((bytes) => `'\\x${bytes.toString('hex')}'`);
    await sql(`INSERT INTO payment_methods (environment_id, id, customer_id, type, processor_id, token_ciphertext, token_data_key)
               VALUES (1, 4, 2, 'card', 8, ${c}, ${k})`);
    await detacher.run();
    expect(detached).toEqual([]);
    expect(await state()).toEqual([{ owner: null, due: false, token: false }]);
  });
});

it('a payment method in use is stored with its owner', async () => {
  await sql('UPDATE payment_methods SET deleted_at = NULL WHERE environment_id = 1');
  expect(await storeMethod('cus_ours')).toBe(true);
  expect(await state()).toEqual([{ owner: 'cus_ours', due: false, token: true }]);
});
