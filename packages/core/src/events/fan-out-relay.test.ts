import { forThisFile, idleQueues } from '@svc/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { type IdSource, openIdSource } from '../platform/ids.js';
import { FanOutRelay } from './fan-out-relay.js';
import { MAX_CONCURRENT, Outbox, newEvent } from './outbox.js';

const data = { webhookId: 'wh_1', message: 'This is a test event.' };

const { database, sql } = await forThisFile(openTestDatabase());
let ids: IdSource;
let outbox: Outbox;
let relay: FanOutRelay;

beforeAll(async () => {
  ids = openIdSource(database);
  outbox = new Outbox(ids);
  relay = new FanOutRelay(database, ids, idleQueues);
});

beforeEach(() => sql('TRUNCATE webhooks, replays, deliveries, events, fan_outs'));

function endpoints(from: number, to: number, columns = `'{webhook.test}', true`, environmentId = 1): Promise<unknown> {
  return sql(`INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
              SELECT ${environmentId}, id, 'https://shop.example.com/', ${columns}, '200', now() - interval '1 hour'
                FROM generate_series(${from}, ${to}) AS id`);
}

/** Stores an event and returns how many deliveries were written with it. */
async function happen(environmentId = 1): Promise<number> {
  const id = await ids.one();
  const made = await database.transaction(async (transaction) => {
    const audience = await outbox.audience(transaction, [{ environmentId, type: 'webhook.test' }]);
    return outbox.append(
      transaction,
      [newEvent({ environmentId, id, type: 'webhook.test', objectId: id, data })],
      audience,
    );
  });
  return made.length;
}

async function untilDone(worker = relay): Promise<void> {
  while (await worker.advance());
}

/** Counts the deliveries due per endpoint. */
async function receivers(): Promise<{ count: number; most: number; first: string; last: string }> {
  const [row] = await sql(
    `SELECT count(*)::int AS count, max(n)::int AS most, min(webhook_id) AS first, max(webhook_id) AS last
       FROM (SELECT webhook_id, count(*) AS n FROM deliveries
              WHERE environment_id = 1 AND status = 'pending' AND due_at <= now() GROUP BY webhook_id) AS each`,
  );
  return row as never;
}

describe('an event', () => {
  it(`with ${MAX_CONCURRENT} receivers is written together with its deliveries`, async () => {
    await endpoints(1, MAX_CONCURRENT);
    expect(await happen()).toBe(MAX_CONCURRENT);
    expect(await relay.advance()).toBe(false);
  });

  it('with one more receiver is written without deliveries, and the relay writes them all', async () => {
    await endpoints(1, MAX_CONCURRENT + 1);
    expect(await happen()).toBe(0);
    await untilDone();
    expect(await receivers()).toEqual({
      count: MAX_CONCURRENT + 1,
      most: 1,
      first: '1',
      last: `${MAX_CONCURRENT + 1}`,
    });
    expect(await sql('SELECT 1 FROM fan_outs WHERE environment_id = 1')).toEqual([]);
  });
});

describe('the relay', () => {
  it('writes 10,000 deliveries once each, although one relay dies midway and two continue at the same time', async () => {
    await endpoints(1, 10_000);
    expect(await happen()).toBe(0);
    let chunks = 3;
    const take = (count: number) => (chunks-- > 0 ? ids.take(count) : Promise.reject(new Error('killed')));
    await expect(untilDone(new FanOutRelay(database, { take } as IdSource, idleQueues))).rejects.toThrow('killed');
    expect(await receivers()).toMatchObject({ count: 3_000, last: '3000' });
    await Promise.all([untilDone(), untilDone(new FanOutRelay(database, ids, idleQueues))]);
    await untilDone();
    expect(await receivers()).toEqual({ count: 10_000, most: 1, first: '1', last: '10000' });
  });

  it('skips endpoints that are newer than the event, disabled, deleted or subscribed to other types', async () => {
    await endpoints(1, 1_500);
    await endpoints(1_501, 1_505, `'{payment.*,webhook.*}', true`);
    await endpoints(2_000, 2_010, `'{payment.pending}', true`);
    await endpoints(3_000, 3_010, `'{webhook.test}', false`);
    await happen();
    await endpoints(4_000, 4_010);
    await sql('UPDATE webhooks SET deleted_at = now() WHERE environment_id = 1 AND id <= 10');
    await untilDone();
    expect(await receivers()).toEqual({ count: 1_495, most: 1, first: '11', last: '1505' });
  });

  it('writes the delivery to an endpoint that was disabled since the event', async () => {
    await endpoints(1, 100);
    await happen();
    await sql('UPDATE webhooks SET enabled = false, updated_at = now() WHERE environment_id = 1 AND id = 50');
    await untilDone();
    expect(await receivers()).toMatchObject({ count: 100 });
  });

  it.each([
    { busy: 1, quiet: 2 },
    { busy: 2, quiet: 1 },
  ])('serves environment $quiet next, although environment $busy has 50 events', async ({ busy, quiet }) => {
    const wide = MAX_CONCURRENT + 1;
    await endpoints(1, wide, undefined, busy);
    await endpoints(101, 100 + wide, undefined, quiet);
    for (let n = 0; n < 50; n += 1) await happen(busy);
    await relay.advance();
    await happen(quiet);
    await relay.advance();
    const count = 'SELECT count(*)::int AS made FROM deliveries WHERE environment_id =';
    expect(await sql(`${count} ${quiet}`)).toEqual([{ made: wide }]);
    await untilDone();
    expect(await sql(`${count} ${busy}`)).toEqual([{ made: 50 * wide }]);
    expect(await sql('SELECT 1 FROM fan_outs WHERE environment_id IN (1, 2)')).toEqual([]);
    const order = 'array_agg(event_id ORDER BY id) = array_agg(event_id ORDER BY event_id) AS kept';
    expect(await sql(`SELECT ${order} FROM deliveries WHERE environment_id = ${busy}`)).toEqual([{ kept: true }]);
  });
});
