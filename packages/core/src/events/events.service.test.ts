import { forThisFile, mostRowsRead } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.js';
import { Cursors } from '../platform/lists/cursor.js';
import type { Caller } from '../security/caller.js';
import { READ_AT_MOST } from './events-in-order.js';
import { EventsService } from './events.service.js';

const { database } = await forThisFile(openTestDatabase({ pool: 1, isChecked: false }));

const caller = { environmentId: 1, retentionDays: 3_650 } as Caller;

/** Lists events in ascending order after a cursor with this epoch. */
function listBehind(epoch: number): Promise<unknown> {
  const cursor = new Cursors('events in order', caller, { type: undefined }).write([String(epoch), '1', '1']);
  return new EventsService(database).list(caller, { order: 'asc', cursor });
}

describe('a cursor of ascending events', () => {
  it('is refused when its epoch exceeds the integer range of Postgres', async () => {
    await expect(listBehind(2 ** 31)).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(listBehind(2 ** 53)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('may contain the largest epoch', async () => {
    await expect(listBehind(2 ** 31 - 1)).resolves.toMatchObject({ data: [], hasMore: false });
  });
});

describe('ascending events', () => {
  it('are ordered by the number of their epoch: 9 before 10', async () => {
    await database.dataSource.query('UPDATE system_state SET event_epoch = 11');
    for (const [id, epoch] of [
      [1, 10],
      [2, 9],
    ]) {
      await database.dataSource.query(
        `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
         VALUES (1, $1, 'payment.pending', 1, convert_to('{"id":"evt_' || $1::bigint || '"}', 'UTF8'), $2, 1)`,
        [id, epoch],
      );
    }
    const { data } = await new EventsService(database).list(caller, { order: 'asc' });
    expect(data.map(({ id }) => id)).toEqual(['evt_2', 'evt_1']);
  });

  it('are read up to an open transaction, however many were written after it began', async () => {
    await database.dataSource.query('TRUNCATE events, deliveries');
    await database.dataSource.query(
      `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
       SELECT 1, n, 'payment.pending', 1, convert_to('{"id":"evt_' || n || '"}', 'UTF8'), 11,
              CASE WHEN n > 1 THEN pg_current_xact_id()::text::bigint + 1000000000 ELSE 1 END
         FROM generate_series(1, 2000) n`,
    );
    await database.dataSource.query('ANALYZE events');
    const { data } = await new EventsService(database).list(caller, { order: 'asc' });
    expect(data.map(({ id }) => id)).toEqual(['evt_1']);
    const plan = await database.dataSource.query<{ 'QUERY PLAN': string }[]>(
      'EXPLAIN (ANALYZE, TIMING OFF) EXECUTE events_in_order (1, 0, 0, 0, 0, 100)',
    );
    expect(mostRowsRead(plan.map((line) => line['QUERY PLAN']))).toBe(1);
  });

  describe('of one type', () => {
    const count = 3 * READ_AT_MOST;
    /** Of these numbers are the events of the type; the others are of another one. */
    const rare = [1, READ_AT_MOST + 1, READ_AT_MOST + 2, count - 1];

    beforeAll(async () => {
      await database.dataSource.query('TRUNCATE events, deliveries');
      await database.dataSource.query(
        `INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
         SELECT 1, n, CASE WHEN n = ANY ($1) THEN 'dispute.opened' ELSE 'payment.pending' END, 1,
                convert_to('{"id":"evt_' || n || '"}', 'UTF8'), 9, 1 FROM generate_series(1, $2::int) n`,
        [rare, count],
      );
    });

    const list = (query: { limit?: number; cursor?: string }) =>
      new EventsService(database).list(caller, { order: 'asc', type: 'dispute.opened', ...query });

    it.each([1, 2, 100])(
      'are all found in pages of %i, each of which reads a limited number of events',
      async (limit) => {
        const found: string[] = [];
        let cursor: string | undefined;
        for (let pages = 1; ; pages += 1) {
          const { data, hasMore, nextCursor } = await list({ limit, ...(cursor === undefined ? {} : { cursor }) });
          expect(data.length).toBeLessThanOrEqual(limit);
          if (hasMore) expect(nextCursor).not.toBe(cursor);
          found.push(...data.map(({ id }) => id));
          cursor = nextCursor ?? '';
          if (!hasMore) break;
          expect(pages).toBeLessThanOrEqual(6);
        }
        expect(found).toEqual(rare.map((n) => `evt_${n}`));
        // What was read past is not read again.
        const [, xid, id] =
          new Cursors('events in order', caller, { type: 'dispute.opened' }).readPosition(cursor, 3) ?? [];
        expect([xid, id]).toEqual(['1', String(count)]);
        expect(await list({ cursor })).toEqual({ data: [], hasMore: false, nextCursor: cursor });
      },
    );

    it('may be none on a page that has more after it', async () => {
      const beyond = new Cursors('events in order', caller, { type: 'dispute.opened' }).write([
        '9',
        '1',
        String(rare[2]),
      ]);
      expect(await list({ cursor: beyond })).toMatchObject({ data: [], hasMore: true });
    });
  });
});
