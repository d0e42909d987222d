import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentsInFlight } from '../payments/processing/payments-in-flight.js';
import type { Logger } from '../platform/logger.js';
import type { Schedule } from '../platform/schedules/schedule.js';
import type { ClockLeases, LedClock } from './clock-leases.js';

const MAX_CONCURRENT = 16;
const ROUND = 100;
/** How long the work of one moment may take to settle. */
const PATIENCE_MS = 15_000;
const POLL_EVERY_MS = 100;
/** Ids can be behind the database's clock by a round trip. */
const ID_LAG_MS = 1_000;

export interface TestClockRunnerDependencies {
  readonly leases: ClockLeases;
  readonly schedules: Iterable<Schedule>;
  readonly payments: PaymentsInFlight;
  readonly logger: Logger;
}

/**
 * Advances running test clocks from one due moment to the next, each time after all due work has settled. The progress is
 * in Postgres, so another worker can continue.
 */
export class TestClockRunner {
  private readonly walks = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly deps: TestClockRunnerDependencies) {}

  /** Claims running clocks up to the limit and advances them in the background. */
  async takeDue(): Promise<void> {
    const room = MAX_CONCURRENT - this.walks.size;
    if (room <= 0 || this.stopped) return;
    for (const clock of await this.deps.leases.claim(room)) {
      const walk = this.lead(clock)
        .catch((error: unknown) => {
          this.deps.logger.warn(
            { event: 'clock_failed', environment: clock.environmentId, err: error },
            'the test clock failed; it continues with its next claim',
          );
        })
        .finally(() => this.walks.delete(walk));
      this.walks.add(walk);
    }
  }

  /** Releases all clocks to other workers. */
  async drain(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.walks);
  }

  private async lead(clock: LedClock): Promise<void> {
    let idleSince: number | undefined;
    let since: Date | undefined = new Date(clock.claimedAt.getTime() - PATIENCE_MS);
    let awaited: Date | undefined;
    // Payments in processing may make more work due, as for a subscription: let them settle first.
    await this.settle(clock, since);
    while (!this.stopped) {
      const moment = await this.nextMoment(clock);
      if (moment === undefined) {
        if (awaited === since) return this.deps.leases.finish(clock);
        // A background task may have taken the work due here: wait for its payments too, and for the work that follows.
        awaited = since;
        await this.settle(clock, since);
        continue;
      }
      since = await this.deps.leases.move(clock, moment);
      if (since === undefined) return;
      if (await this.settle(clock, since)) {
        idleSince = undefined;
        continue;
      }
      // Something is due that cannot be settled, or that another worker is settling.
      idleSince ??= performance.now();
      if (performance.now() - idleSince > PATIENCE_MS) {
        this.deps.logger.error(
          { event: 'clock_stuck', environment: clock.environmentId },
          'the test clock advances directly to its target: its due work does not settle',
        );
        return this.deps.leases.finish(clock);
      }
      await sleep(POLL_EVERY_MS);
    }
    await this.deps.leases.release(clock);
  }

  /** The earliest due time of all schedules, up to the target. */
  private async nextMoment({ environmentId, targetAt }: LedClock): Promise<Date | undefined> {
    const moments = await Promise.all([...this.deps.schedules].map((schedule) => schedule.nextDue(environmentId)));
    const [earliest] = moments
      .filter((moment) => moment !== undefined && moment <= targetAt)
      .sort((a, b) => Number(a) - Number(b));
    return earliest;
  }

  /** Does all due work and waits for its payments. Returns whether there was any. */
  private async settle(clock: LedClock, since: Date): Promise<boolean> {
    const { environmentId } = clock;
    const made = new Date(since.getTime() - ID_LAG_MS);
    const deadline = performance.now() + PATIENCE_MS;
    let any = false;
    while (!this.stopped && performance.now() < deadline) {
      const settled = await this.settleDue(environmentId);
      any ||= settled > 0;
      if (settled === 0 && !(await this.deps.payments.since(environmentId, made))) break;
      if (!(await this.deps.leases.extend(clock))) break;
      if (settled === 0) await sleep(POLL_EVERY_MS);
    }
    return any;
  }

  private async settleDue(environmentId: number): Promise<number> {
    let settled = 0;
    for (const schedule of this.deps.schedules) settled += await schedule.settleDue(ROUND, environmentId);
    return settled;
  }
}
