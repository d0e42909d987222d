import type { OpenConnection } from '../processors/connections/connection-adapters.js';
import type { NoticeAnswer, NoticeHandler } from '../processors/notices/notice-runner.js';
import type { DisputeWriter } from './dispute-writer.js';

/** Asks processors about disputes that they have reported. */
export class DisputeNotices implements NoticeHandler {
  readonly kind = 'dispute';

  constructor(private readonly writer: DisputeWriter) {}

  async ask(connection: OpenConnection, reference: string): Promise<NoticeAnswer> {
    const answer = (await connection.processor.getDispute?.(reference)) ?? ({ kind: 'foreign' } as const);
    if (answer.kind !== 'found') return answer;
    const { dispute } = answer;
    // The account of one connection says nothing about the payments of another environment.
    if (dispute.authorization.environmentId !== connection.environmentId) return { kind: 'foreign' };
    return { kind: 'found', write: (transaction) => this.writer.write(transaction, connection, reference, dispute) };
  }
}
