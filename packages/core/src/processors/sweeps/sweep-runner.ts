import type { Logger } from '../../platform/logger.js';
import { toPublicId } from '../../platform/ids.js';
import type { ConnectionAdapters, OpenConnection } from '../connections/connection-adapters.js';
import type { EventPage, SettlementPage } from '../payment-processor.js';
import type { ProcessorCallbacks } from '../processor-callbacks.js';
import type { SettlementLines } from '../settlement/settlement-lines.js';
import type { ClaimedSweep, Sweeps } from './sweeps.js';

/** Exceeds the time limit of a page, and the time to handle its entries. */
const LEASE_MS = 120_000;

export interface SweepRunnerDependencies {
  readonly sweeps: Sweeps;
  readonly connections: Pick<ConnectionAdapters, 'find'>;
  readonly callbacks: Pick<ProcessorCallbacks, 'pass'>;
  readonly settlement: SettlementLines;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

type Page = Extract<EventPage | SettlementPage, { kind: 'page' }>;

/**
 * Reads the lists of connections at their processors: events, since callbacks get lost, and what was settled. An event only
 * triggers an inquiry, and a settled line is stored once, so reading them twice is harmless.
 */
export class SweepRunner {
  constructor(private readonly deps: SweepRunnerDependencies) {}

  /** Reads a page of one connection. Returns true if there may be more. */
  async run(): Promise<boolean> {
    const sweep = await this.deps.sweeps.claim(LEASE_MS);
    if (sweep === undefined) return false;
    try {
      await this.readPage(sweep);
    } catch (error) {
      this.deps.logger.error(
        { ...logFieldsOf(sweep), err: error },
        'could not read the events or the balance at a processor; will retry',
      );
      await this.deps.sweeps.postpone(sweep);
    }
    return true;
  }

  private async readPage(sweep: ClaimedSweep): Promise<void> {
    const { sweeps, connections, logger, settlement } = this.deps;
    const { environmentId, processorId, subject, since, cursor } = sweep;
    const connection = await connections.find(environmentId, processorId);
    const { processor } = connection ?? {};
    const page = await (subject === 'events'
      ? processor?.listEvents?.({ since, cursor })
      : processor?.listSettlement?.({ since, cursor }));
    // Its rows are deleted with the connection.
    if (connection === undefined || page === undefined) return sweeps.end(sweep, false);
    if (page.kind === 'unknown_cursor') return void (await sweeps.restart(sweep));
    if (page.kind === 'unavailable') {
      logger.warn(
        { ...logFieldsOf(sweep), reason: page.reason },
        'could not read the events or the balance at a processor; will retry',
      );
      return void (await sweeps.postpone(sweep));
    }
    const hasFailed = await this.handle(sweep, connection, page);
    if (page.next !== null) return void (await sweeps.proceed(sweep, page.next, hasFailed));
    // Refunds and disputes can be matched to payments only after the last page.
    await sweeps.end(sweep, hasFailed, async (transaction) => {
      if (subject === 'settlement') await settlement.claim(transaction, sweep);
    });
  }

  /** Handles each entry. Returns whether one could not be handled, which stops no other. */
  private async handle(sweep: ClaimedSweep, connection: OpenConnection, page: Page): Promise<boolean> {
    if ('lines' in page) {
      await this.deps.settlement.store(sweep, page.lines);
      return page.hasFailed;
    }
    let failed = page.hasFailed;
    for (const report of page.reports) {
      try {
        await this.deps.callbacks.pass(connection, report);
      } catch (error) {
        failed = true;
        this.deps.logger.error(
          { ...logFieldsOf(sweep), report, err: error },
          'could not handle processor event; the next sweep retries it',
        );
      }
    }
    return failed;
  }
}

function logFieldsOf({ processorId, subject }: ClaimedSweep) {
  return { event: 'processor_sweep_failed', subject, processor: toPublicId('proc', processorId) };
}
