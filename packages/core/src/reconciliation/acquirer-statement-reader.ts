import type { ReportFailure } from '../analytics/report.entity.js';
import type { Database, Transaction } from '../platform/database/database.js';
import type { Logger } from '../platform/logger.js';
import type { StatementAnswer, StatementPosition } from '../processors/processor-statement.js';
import type { ProcessorRegistry } from '../processors/processor-registry.js';
import { foreignLines, keepForeignLines, keepLines, knownLines, linesOf } from './acquirer-statement-lines.js';
import { survey } from './acquirer-statement-survey.js';
import {
  beginWalks,
  claimWalk,
  closeWalk,
  giveUp,
  leaseWalk,
  openWalks,
  postponeWalk,
  proceed,
  settleStatements,
  SURVEY,
  type ClaimedWalk,
} from './acquirer-statement-walks.js';

export interface StatementReaderOptions {
  /** The lease of a walk while a worker requests a page. */
  readonly leaseMs: number;
  /** How long failing requests are repeated before the report fails. */
  readonly patienceMs: number;
}

type Page = Extract<StatementAnswer, { kind: 'page' }>;
type NoPage = Extract<StatementAnswer, { reason: string }>;

export interface StatementReaderDependencies {
  readonly database: Database;
  readonly processors: Pick<ProcessorRegistry, 'statementOf' | 'withStatement' | 'withoutStatement'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly options: StatementReaderOptions;
}

/**
 * Reads the statements of processors into Postgres, page by page with the place reached, so that it continues after a
 * crash. No transaction is open during a request.
 */
export class StatementReader {
  constructor(private readonly deps: StatementReaderDependencies) {}

  /** Advances one walk by a step. Returns false if there is nothing to do. */
  async advance(): Promise<boolean> {
    const system = this.deps.database.forSystem();
    await openWalks(system);
    await settleStatements(system);
    let claimed: ClaimedWalk | undefined;
    try {
      const walk = await this.deps.database.transaction(async (transaction) => {
        claimed = await claimWalk(transaction);
        return claimed && (await this.prepare(transaction, claimed));
      });
      if (walk === undefined) return claimed !== undefined;
      claimed = walk;
      await this.readPage(walk);
      return true;
    } catch (error) {
      if (claimed !== undefined) await this.postpone(claimed, 'internal');
      throw error;
    }
  }

  /** Returns the walk if its next page is to be requested, or undefined if this step was one of a survey. */
  private async prepare(transaction: Transaction, walk: ClaimedWalk): Promise<ClaimedWalk | undefined> {
    const { processors, options } = this.deps;
    if (walk.processor !== SURVEY) return { ...walk, lease: leaseWalk(transaction, walk, options.leaseMs) };
    const isDone = await survey(transaction, walk, processors.withStatement(), processors.withoutStatement());
    if (isDone) beginWalks(transaction, walk);
    return undefined;
  }

  private async readPage(walk: ClaimedWalk): Promise<void> {
    const { environmentId, processor, walkFrom: from, walkTo: to } = walk;
    const system = this.deps.database.forSystem();
    if (from === null || to === null) throw new Error('the walk has not begun');
    const keeper = await this.deps.processors.statementOf(environmentId, processor);
    if (keeper === undefined) return closeWalk(system, walk, 'not_compared');
    if (from >= to) return closeWalk(system, walk, 'compared');
    const answer = await keeper.readStatement({ from, to, position: positionOf(walk) });
    if (answer.kind === 'page') return this.keep(walk, answer);
    if (answer.kind === 'cannot_list') return closeWalk(system, walk, 'not_compared');
    await this.tryLater(walk, answer);
  }

  private async keep(walk: ClaimedWalk, { lines: read, next }: Page): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      const lines = await knownLines(transaction, walk, read);
      const { aboutOurs, aboutNone } = await foreignLines(transaction, walk, lines);
      const numbers = { lines: lines.length, foreignLines: aboutNone.length };
      const count = await proceed(transaction, walk, next, numbers);
      // Another worker took over the walk, and reads this page as well.
      if (count === undefined) return;
      keepLines(transaction, walk, linesOf(walk.environmentId, lines));
      keepForeignLines(transaction, walk, aboutOurs);
      if (aboutNone[0] !== undefined) this.logForeign(walk, aboutNone.length, aboutNone[0].reference);
      if (next !== null) return;
      await closeWalk(transaction, walk, 'compared');
      this.deps.logger.info(
        { event: 'acquirer_statement_read', report: walk.reportId, processor: walk.processor, ...count },
        "an acquirer's statement has been read",
      );
    });
  }

  /** Foreign lines may not appear in any account's report, so they are logged for the operator. */
  private logForeign(walk: ClaimedWalk, lines: number, example: string): void {
    const note = { event: 'acquirer_statement_foreign_lines', processor: walk.processor, lines, example };
    this.deps.logger.warn(note, "an acquirer's statement contains operations that this service did not send");
  }

  private async tryLater(walk: ClaimedWalk, { kind, reason }: NoPage): Promise<void> {
    const note = {
      event: 'acquirer_statement_page_failed',
      report: walk.reportId,
      processor: walk.processor,
      kind,
      reason,
    };
    this.deps.logger.warn(note, "a page of an acquirer's statement failed and will be requested again");
    await this.postpone(walk, kind === 'unclear' ? 'acquirer_unclear' : 'acquirer_unavailable');
  }

  private async postpone(walk: ClaimedWalk, reason: ReportFailure): Promise<void> {
    const system = this.deps.database.forSystem();
    if (await postponeWalk(system, walk, this.deps.options.patienceMs)) await giveUp(system, walk, reason);
  }
}

function positionOf({ cursor, reachedAt, reachedReference }: ClaimedWalk): StatementPosition | null {
  if (cursor === null || reachedAt === null || reachedReference === null) return null;
  return { cursor, receivedAt: reachedAt, reference: reachedReference };
}
