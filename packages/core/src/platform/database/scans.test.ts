import { forThisFile } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { Payment } from '../../payments/payment.entity.js';
import type { PageCondition } from './environment-tables.js';

const { database, sql } = await forThisFile(openTestDatabase({ pool: 16 }));
const lasting = (seconds: number): PageCondition => {
  return { text: '(SELECT pg_sleep(?)) IS NOT NULL', values: [seconds], scans: true };
};
let most: number;

await sql(`INSERT INTO payments (environment_id, id, status, stage, amount_value, currency, metadata, processor, updated_at)
           SELECT e, e, 'pending', 'processing', 1000, 'USD', '{}', 'sandbox', now() FROM generate_series(1, 6) e`);
database.pool.on('acquire', () => (most = Math.max(most, database.connections.inUse)));

beforeEach(() => {
  most = 0;
});

const search = (environmentId: number, seconds = 0.2): Promise<unknown> =>
  database.forEnvironment({ environmentId }).page(Payment, { limit: 1 }, [lasting(seconds)]);
const times = (count: number, seconds?: number): Promise<unknown>[] =>
  Array.from({ length: count }, () => search(1, seconds));

describe('statements that may read many rows', () => {
  beforeAll(async () => {
    // New connections take their time.
    await Promise.all(Array.from({ length: 4 }, () => sql('SELECT pg_sleep(0.1)')));
  });

  it('take an eighth of the connections in one environment', async () => {
    const answers = await Promise.all(times(6));
    expect(answers).toEqual(Array(6).fill([expect.objectContaining({ id: '1' })]));
    expect(most).toBe(2);
  });

  it('take a quarter of the connections in all, and an environment does not wait for all of another', async () => {
    const order: number[] = [];
    const noted = [1, 1, 1, 1, 1, 1, 2, 3, 4].map((each) => search(each).then(() => order.push(each)));
    await Promise.all(noted);
    expect(most).toBe(4);
    expect(order.slice(0, 4).sort()).toEqual([1, 1, 2, 3]);
  });

  it('are refused beyond fifty that wait in an environment', async () => {
    const settled = await Promise.allSettled(times(53, 0.03));
    expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'unavailable' } }]);
  });
});
