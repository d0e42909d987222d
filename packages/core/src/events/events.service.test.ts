import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/open-test-database.js';
import type { Database } from '../platform/database/database.js';
import { Cursors } from '../platform/lists/cursor.js';
import type { Caller } from '../security/caller.js';
import { EventsService } from './events.service.js';

let created: OpenTestDatabase;
let database: Database;

beforeAll(async () => {
  created = await openTestDatabase({ pool: 2 });
  ({ database } = created);
});

afterAll(() => created.close());

const caller = { environmentId: 1, retentionDays: 3_650 } as Caller;

/** Lists events in ascending order after a cursor with this epoch. */
function listBehind(epoch: number): Promise<unknown> {
  const cursor = new Cursors('events in order', { type: undefined }).write([String(epoch), '1', '1']);
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
});
