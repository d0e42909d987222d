import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { Payment } from '../../payments/payment.entity.js';
import { isDatabaseAway } from './database-away.js';
import type { PageCondition } from './environment-tables.js';

const TRIP = 8;

const { database } = await forThisFile(openTestDatabase());
let connections: number;

beforeAll(async () => {
  await database.dataSource.query(
    `INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
     SELECT e, 10 * e + n, 'pending', 'processing', 1000, 'USD', '{}', 'sandbox', now()
       FROM generate_series(1, 2) e, generate_series(1, 5) n`,
  );
  database.pool.on('acquire', () => (connections += 1));
}, 60_000);

beforeEach(() => {
  connections = 0;
});

const page = async (environmentId: number, ...conditions: PageCondition[]): Promise<string[]> => {
  const rows = await database.forEnvironment({ environmentId }).page(Payment, { limit: 2 }, conditions);
  return rows.map(({ id }) => id);
};
const below = (id: number): PageCondition => ({ text: 'id < ?', values: [id] });
const FAILING: PageCondition = { text: 'amount_value / ? > 0', values: [0] };

describe('pages that are read in the same turn', () => {
  it('share a connection, each with its environment and conditions', async () => {
    const pages = await Promise.all([page(1), page(2), page(1, below(13)), page(2, below(22)), page(3)]);
    expect(pages).toEqual([['15', '14'], ['25', '24'], ['12', '11'], ['21'], []]);
    expect(connections).toBe(1);
  });

  it('take another connection beyond eight', async () => {
    const pages = await Promise.all(Array.from({ length: TRIP + 1 }, (_, n) => page(1, below(12 + (n % 4)))));
    expect(pages.map(([first]) => first)).toEqual(['11', '12', '13', '14', '11', '12', '13', '14', '11']);
    expect(connections).toBe(2);
  });

  it('fail alone', async () => {
    const settled = await Promise.allSettled([page(1), page(1, FAILING), page(2)]);
    expect(settled).toMatchObject([
      { value: ['15', '14'] },
      { reason: { message: 'division by zero' } },
      { value: ['25', '24'] },
    ]);
    expect(connections).toBe(1);
    expect(await page(1)).toEqual(['15', '14']);
  });

  it('do not wait for a page that may read many rows', async () => {
    const slow = { text: '(SELECT pg_sleep(?)) IS NOT NULL', values: [1], scans: true };
    const order: string[] = [];
    await Promise.all([page(1, slow).then(() => order.push('slow')), page(1).then(() => order.push('quick'))]);
    expect(order).toEqual(['quick', 'slow']);
    expect(connections).toBe(2);
  });

  it('all fail when their connection is lost, and later ones do not', async () => {
    const sleeping = { text: 'pg_sleep(?)::text IS NOT NULL', values: [20] };
    const lost = Promise.allSettled([page(1, sleeping), page(1), page(2)]);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    let ended: unknown[] = [];
    while (ended.length === 0) ended = await database.dataSource.query<unknown[]>(end);
    for (const { status, ...outcome } of await lost) {
      expect(status).toBe('rejected');
      expect('reason' in outcome && outcome.reason).toSatisfy(isDatabaseAway);
    }
    expect(await page(1)).toEqual(['15', '14']);
  }, 15_000);

  it('all fail when the line is cut, and their connection is replaced', async () => {
    const sleeping = { text: 'pg_sleep(?)::text IS NOT NULL', values: [20] };
    database.pool.once('acquire', (client) => setTimeout(() => client.connection.stream.destroy(), 300));
    for (const { status, ...outcome } of await Promise.allSettled([page(1, sleeping), page(1), page(2)])) {
      expect(status).toBe('rejected');
      expect('reason' in outcome && outcome.reason).toSatisfy(isDatabaseAway);
    }
    expect(await page(1)).toEqual(['15', '14']);
    await expect.poll(() => database.connections).toMatchObject({ inUse: 0, waitedFor: 0 });
  }, 15_000);
});
