import type { Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { Cursors, DEFAULT_PAGE_SIZE, type Page } from '../platform/lists/cursor.js';
import type { Caller } from '../security/caller.js';
import { StoredEvent } from './event.entity.js';

/** What clients read of what has happened. */
export class EventsService {
  private readonly cursors = new Cursors('events');

  constructor(private readonly database: Database) {}

  /** Events as they are delivered, newest first. */
  async list(caller: Caller, query: { limit?: number; cursor?: string }): Promise<Page<Schemas['WebhookEvent']>> {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const beforeId = this.cursors.read(query.cursor);
    const rows = await this.database.forEnvironment(caller).page(StoredEvent, { limit: limit + 1, beforeId });
    return this.cursors.page(
      rows,
      limit,
      (event) => JSON.parse(event.body.toString('utf8')) as Schemas['WebhookEvent'],
    );
  }
}
