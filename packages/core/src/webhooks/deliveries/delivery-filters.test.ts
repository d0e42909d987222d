import { forThisFile } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { EnvironmentTables } from '../../platform/database/environment-tables.js';
import { idAt } from '../../platform/ids.js';
import { deliveryConditions, type DeliveryFilters } from './deliveries.service.js';
import { Delivery } from './delivery.entity.js';

const ROWS = 60_000;
const PAGE = 21;
/** The deliveries were created one per millisecond from here on. */
const START = new Date(Date.now() - ROWS);
const rowId = (n: number): string => String(BigInt(idAt(START)) + (BigInt(n) << 22n));

const { database } = await forThisFile(openTestDatabase({ pool: 2, isChecked: false }));

beforeAll(async () => {
  // Nearly all are delivered, of one type, to one endpoint; the matches of filters are far back. Many wait for a disabled
  // endpoint.
  await database.dataSource.query(`
    INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
    SELECT 1 + n % 2, ${rowId(0)} + (n::bigint << 22), n / 20, CASE WHEN n BETWEEN 1000 AND 1100 THEN 2 ELSE 1 END,
           CASE WHEN n BETWEEN 1000 AND 1100 THEN 'refund.completed' ELSE 'payment.pending' END,
           CASE WHEN n BETWEEN 1000 AND 1100 THEN 'failed' WHEN n BETWEEN 1200 AND 1300 THEN 'pending'
                WHEN n BETWEEN 20000 AND 30000 THEN 'pending' ELSE 'delivered' END,
           CASE WHEN n BETWEEN 1200 AND 1300 THEN now() WHEN n BETWEEN 20000 AND 30000 THEN 'infinity'::timestamptz END, now()
      FROM generate_series(0, ${ROWS - 1}) AS n`);
  await database.dataSource.query('ANALYZE deliveries');
}, 60_000);

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The number of rows that a page of the list reads. */
async function rowsRead(filters: DeliveryFilters, beforeId?: string): Promise<number> {
  let plan: Plan | undefined;
  const explain = {
    run: async <Row>(query: { text: string }, values: readonly unknown[]): Promise<Row[]> => {
      const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`;
      const [row] = await database.dataSource.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(text, [...values]);
      plan = row?.['QUERY PLAN'][0]?.Plan;
      return [];
    },
  };
  const tables = new EnvironmentTables(database.dataSource, explain, 1);
  await tables.page(Delivery, { limit: PAGE, beforeId }, deliveryConditions(filters));
  if (plan === undefined) throw new Error('nothing was explained');
  return readBy(plan);
}

function readBy({ Plans: below = [], ...plan }: Plan): number {
  if (below.length > 0) return below.reduce((sum, each) => sum + readBy(each), 0);
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
}

describe('a page of deliveries reads little more than it shows', () => {
  const filters: [string, DeliveryFilters][] = [
    ['no filter', {}],
    ['status=delivered', { status: 'delivered' }],
    ['status=failed', { status: 'failed' }],
    ['status=pending', { status: 'pending' }],
    ['status=delivering', { status: 'delivering' }],
    ['status=cancelled, without matches', { status: 'cancelled' }],
    ['type', { type: 'refund.completed' }],
    ['type and status', { type: 'refund.completed', status: 'failed' }],
    ['a type without events', { type: 'subscription.created' }],
    ['webhookId', { webhookId: 'wh_2' }],
    ['webhookId and status', { webhookId: 'wh_1', status: 'pending' }],
    ['webhookId and status=delivering', { webhookId: 'wh_1', status: 'delivering' }],
    ['webhookId and type', { webhookId: 'wh_2', type: 'refund.completed' }],
    ['eventId', { eventId: 'evt_50' }],
    ['eventId and webhookId', { eventId: 'evt_50', webhookId: 'wh_2' }],
    ['createdFrom and createdTo', { createdFrom: at(1_000), createdTo: at(1_010) }],
    ['createdTo', { createdTo: at(1_000) }],
  ];

  it.each(filters)('%s', async (_, filter) => {
    expect(await rowsRead(filter)).toBeLessThanOrEqual(150);
  });

  it('on a later page too', async () => {
    expect(await rowsRead({}, rowId(1_000))).toBeLessThanOrEqual(PAGE);
    expect(await rowsRead({ status: 'failed' }, rowId(1_050))).toBeLessThanOrEqual(PAGE);
  });
});

function at(n: number): string {
  return new Date(START.getTime() + n).toISOString();
}
