import { forThisFile } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { entities } from '../../app/entities.js';
import { Customer } from '../../customers/customer.entity.js';
import { StoredEvent } from '../../events/event.entity.js';
import { Payment } from '../../payments/payment.entity.js';
import { openDatabase } from './open-database.js';

const { database, url } = await forThisFile(openTestDatabase());
let statements: string[];

beforeAll(async () => {
  await database.dataSource.query(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
     SELECT e, 10 * e + n, 'pending', 'processing', 1000, 'USD', '{}', 'sandbox', now()
       FROM generate_series(1, 2) e, generate_series(1, 5) n`,
  );
  const query = database.pool.query.bind(database.pool);
  database.pool.query = ((first: { name?: string }, ...rest: unknown[]) => {
    if (first.name !== undefined) statements.push(first.name);
    return (query as (...parameters: unknown[]) => unknown)(first, ...rest);
  }) as typeof database.pool.query;
}, 60_000);

const find = async (environmentId: number, id: string) => {
  const found = await database.forEnvironment({ environmentId }).find(Payment, id);
  return found && [found.environmentId, found.id];
};

describe('rows that are wanted at the same time', () => {
  it('are read by one statement, each for its environment', async () => {
    statements = [];
    const found = await Promise.all([find(1, '11'), find(2, '21'), find(1, '21'), find(2, '22'), find(1, '999')]);
    expect(found).toEqual([[1, '11'], [2, '21'], undefined, [2, '22'], undefined]);
    expect(statements).toEqual(['payments_find']);
  });

  it('are separate objects, also for the same row', async () => {
    const tables = database.forEnvironment({ environmentId: 1 });
    const [one, other] = await Promise.all([tables.find(Payment, '11'), tables.find(Payment, '11')]);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
  });

  it('are read by one statement per table, and later ones by another', async () => {
    statements = [];
    const customer = database.forEnvironment({ environmentId: 1 }).find(Customer, '1');
    expect(await Promise.all([find(1, '11'), customer])).toEqual([[1, '11'], undefined]);
    await find(1, '12');
    expect(statements.sort()).toEqual(['customers_find', 'payments_find', 'payments_find']);
  });

  it('fail together, and later ones do not', async () => {
    const settled = await Promise.allSettled([find(1, '11'), find(1, 'not a number')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await find(1, '11')).toEqual([1, '11']);
  });
});

describe('rows of a partitioned table', () => {
  it('are looked up in their partitions only, with a plan for all values', async () => {
    // One connection, which holds the prepared statement.
    const settings = { DATABASE_URL: url, DATABASE_POOL: 1, PG_PREPARED: true, SQL_CHECK: true };
    const alone = await openDatabase(settings, entities, { error: () => {} });
    await alone.forEnvironment({ environmentId: 1 }).find(StoredEvent, '7');
    const explain = `EXPLAIN (COSTS OFF, ANALYZE, TIMING OFF) EXECUTE events_find ('{1}', '{7}', 7, 7)`;
    const rows = await alone.dataSource.query<Record<string, string>[]>(explain);
    await alone.close();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect([...plan.matchAll(/ on (events_\w+)/g)].map(([, name]) => name)).toEqual(['events_default']);
  });
});
