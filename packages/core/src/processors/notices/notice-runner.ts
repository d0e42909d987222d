import type { Database, Transaction } from '../../platform/database/database.js';
import type { Logger } from '../../platform/logger.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { Registry } from '../../platform/wiring/registry.js';
import type { ConnectionAdapters, OpenConnection } from '../connections/connection-adapters.js';
import type { ClaimedNotice, Notice, Notices } from './notices.js';

const BATCH = 20;
/** Exceeds the time limit of the call that asks, and that of the transaction. */
const LEASE_MS = 60_000;
const RETRY_MS = 60_000;

/**
 * `foreign`: it is not about a payment here. `known`: nothing new is to be written. `write` stores the answer, and returns the
 * deliveries to enqueue after the commit.
 */
export type NoticeAnswer =
  | { readonly kind: 'foreign' | 'known' }
  | { readonly kind: 'later'; readonly checkAfterMs: number }
  | { readonly kind: 'found'; readonly write: (transaction: Transaction) => Promise<readonly WorkRef[]> };

/** Asks processors about one kind of object. */
export interface NoticeHandler {
  readonly kind: Notice['kind'];
  ask(connection: OpenConnection, reference: string): Promise<NoticeAnswer>;
}

export class NoticeHandlers extends Registry<NoticeHandler> {}

export interface NoticeRunnerDependencies {
  readonly database: Database;
  readonly notices: Notices;
  readonly connections: Pick<ConnectionAdapters, 'find'>;
  readonly handlers: Iterable<NoticeHandler>;
  readonly queues: Pick<WorkQueues, 'add'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Asks processors about what they have reported, and has the answers written. */
export class NoticeRunner {
  constructor(private readonly deps: NoticeRunnerDependencies) {}

  /** Handles a batch. Returns true if there may be more. */
  async run(): Promise<boolean> {
    const claimed = await this.deps.notices.claim(LEASE_MS, BATCH);
    await Promise.all(claimed.map((notice) => this.handle(notice)));
    return claimed.length === BATCH;
  }

  private async handle(notice: ClaimedNotice): Promise<void> {
    const { reference, kind } = notice;
    try {
      const answer = await this.ask(notice);
      if (answer.kind === 'later') return await this.deps.notices.postpone(notice, answer.checkAfterMs);
      await this.write(notice, answer);
    } catch (error) {
      this.deps.logger.error(
        { event: 'notice_failed', kind, reference, err: error },
        'could not handle a processor notice; will retry',
      );
      await this.deps.notices.postpone(notice, RETRY_MS);
    }
  }

  private async ask({ environmentId, processorId, kind, reference }: ClaimedNotice): Promise<NoticeAnswer> {
    const handler = [...this.deps.handlers].find((each) => each.kind === kind);
    if (handler === undefined) throw new Error(`nothing handles notices of a ${kind}`);
    const connection = await this.deps.connections.find(environmentId, processorId);
    // Without its connection there is nobody to ask.
    return connection === undefined ? { kind: 'foreign' } : handler.ask(connection, reference);
  }

  private async write(notice: ClaimedNotice, answer: Exclude<NoticeAnswer, { readonly kind: 'later' }>): Promise<void> {
    const deliveries = await this.deps.database.transaction(async (transaction) => {
      const isCurrent = await this.deps.notices.remove(transaction, notice);
      return isCurrent && answer.kind === 'found' ? answer.write(transaction) : [];
    });
    await this.deps.queues.add('deliveries', deliveries);
  }
}
