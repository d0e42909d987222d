import type { Logger } from '../../platform/logger.js';
import { toPublicId } from '../../platform/ids.js';
import type { ConnectionAdapters, OpenConnection } from '../connections/connection-adapters.js';
import type { ProcessorCallbacks } from '../processor-callbacks.js';
import type { EventPage } from '../payment-processor.js';
import type { ClaimedSweep, Sweeps } from './sweeps.js';

/** Exceeds the time limit of a page, and the time to handle its events. */
const LEASE_MS = 120_000;

export interface EventSweepDependencies {
  readonly sweeps: Sweeps;
  readonly connections: Pick<ConnectionAdapters, 'find'>;
  readonly callbacks: Pick<ProcessorCallbacks, 'pass'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Reads the events of connections at their processors, since callbacks get lost. An event only triggers an inquiry, so reading it
 * twice is harmless.
 */
export class EventSweep {
  constructor(private readonly deps: EventSweepDependencies) {}

  /** Reads a page of one connection. Returns true if there may be more. */
  async run(): Promise<boolean> {
    const sweep = await this.deps.sweeps.claim(LEASE_MS);
    if (sweep === undefined) return false;
    try {
      await this.readPage(sweep);
    } catch (error) {
      this.deps.logger.error({ ...noteOf(sweep), err: error }, 'could not read processor events; will retry');
      await this.deps.sweeps.postpone(sweep);
    }
    return true;
  }

  private async readPage(sweep: ClaimedSweep): Promise<void> {
    const { sweeps, connections, logger } = this.deps;
    const { environmentId, processorId, since, cursor } = sweep;
    const connection = await connections.find(environmentId, processorId);
    const page = await connection?.processor.listEvents?.({ since, cursor });
    // Its row is deleted with the connection.
    if (connection === undefined || page === undefined) return void (await sweeps.end(sweep, false));
    if (page.kind === 'unknown_cursor') return void (await sweeps.restart(sweep));
    if (page.kind === 'unavailable') {
      logger.warn({ ...noteOf(sweep), reason: page.reason }, 'could not read processor events; will retry');
      return void (await sweeps.postpone(sweep));
    }
    const hasFailed = await this.handle(sweep, connection, page);
    await (page.next === null ? sweeps.end(sweep, hasFailed) : sweeps.proceed(sweep, page.next, hasFailed));
  }

  /** Passes on each event. Returns whether one could not be handled, which stops no other. */
  private async handle(
    sweep: ClaimedSweep,
    connection: OpenConnection,
    { reports, hasFailed }: Extract<EventPage, { kind: 'page' }>,
  ): Promise<boolean> {
    let failed = hasFailed;
    for (const report of reports) {
      try {
        await this.deps.callbacks.pass(connection, report);
      } catch (error) {
        failed = true;
        this.deps.logger.error(
          { ...noteOf(sweep), report, err: error },
          'could not handle processor event; the next sweep retries it',
        );
      }
    }
    return failed;
  }
}

function noteOf({ processorId }: ClaimedSweep): { readonly event: string; readonly processor: string } {
  return { event: 'processor_sweep_failed', processor: toPublicId('proc', processorId) };
}
