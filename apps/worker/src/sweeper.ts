import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import {
  BookClearance,
  BookReader,
  CONFIG,
  CustomerEraser,
  DeliveryRunner,
  FanOutRelay,
  Idempotency,
  LOGGER,
  Metrics,
  PartitionKeeper,
  PaymentRunner,
  RefundRunner,
  ReplayWalk,
  ReportExpiry,
  ReportWriter,
  RollUps,
  SecretRotation,
  SCHEDULES,
  TestClockRunner,
  type Config,
  type Logger,
  type Schedule,
} from '@svc/core';

/** A row that has been due for so long is one that no queue has brought. */
const GRACE_MS = 2_000;
const ROUND = 100;
const PARTITIONS_EVERY_MS = 60_000;
const REPLAYS_EVERY_MS = 3_600_000;
const KEYS_EVERY_MS = 60_000;
const OVERLAPS_EVERY_MS = 5_000;

/** Takes due work straight from Postgres: what was lost between a commit and the queue, and what a dead worker held. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly failed;
  private readonly loops: Promise<void>[] = [];
  private readonly wakers = new Set<() => void>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DeliveryRunner) private readonly deliveries: DeliveryRunner,
    @Inject(PaymentRunner) private readonly payments: PaymentRunner,
    @Inject(RefundRunner) private readonly refunds: RefundRunner,
    @Inject(SCHEDULES) private readonly schedules: readonly Schedule[],
    @Inject(TestClockRunner) private readonly clocks: TestClockRunner,
    @Inject(PartitionKeeper) private readonly partitions: PartitionKeeper,
    @Inject(Idempotency) private readonly keys: Idempotency,
    @Inject(FanOutRelay) private readonly fanOuts: FanOutRelay,
    @Inject(ReplayWalk) private readonly replays: ReplayWalk,
    @Inject(SecretRotation) private readonly secrets: SecretRotation,
    @Inject(CustomerEraser) private readonly eraser: CustomerEraser,
    @Inject(BookReader) private readonly books: BookReader,
    @Inject(BookClearance) private readonly readBooks: BookClearance,
    @Inject(ReportWriter) private readonly reports: ReportWriter,
    @Inject(ReportExpiry) private readonly reportExpiry: ReportExpiry,
    @Inject(RollUps) private readonly rollUps: RollUps,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.failed = metrics.counter('svc_sweeps_failed_total', 'Rounds of background work that broke.', ['sweep']);
  }

  onApplicationBootstrap(): void {
    const { SWEEP_INTERVAL } = this.config;
    this.loop('deliveries', SWEEP_INTERVAL, () => this.deliveries.sweep(GRACE_MS));
    this.loop('payments', SWEEP_INTERVAL, () => this.payments.turns.sweep(GRACE_MS));
    this.loop('refunds', SWEEP_INTERVAL, () => this.refunds.turns.sweep(GRACE_MS));
    for (const schedule of this.schedules) {
      this.loop(schedule.name, SWEEP_INTERVAL, () => this.whileFull(() => schedule.settleDue(ROUND)));
    }
    this.loop('test clocks', SWEEP_INTERVAL, () => this.clocks.takeDue());
    this.loop('idempotency keys', KEYS_EVERY_MS, () => this.whileFull(() => this.keys.prune(ROUND)));
    this.loop('fan-outs', SWEEP_INTERVAL, () => this.whileBusy(() => this.fanOuts.advance()));
    this.loop('replays', SWEEP_INTERVAL, () => this.whileBusy(() => this.replays.advance()));
    this.loop('finished replays', REPLAYS_EVERY_MS, () => this.whileFull(() => this.replays.prune(ROUND)));
    this.loop('overlaps', OVERLAPS_EVERY_MS, () => this.whileFull(() => this.secrets.endOverlaps(ROUND)));
    this.loop('erasures', SWEEP_INTERVAL, () => this.whileBusy(() => this.eraser.continueNext()));
    this.loop('roll-ups', SWEEP_INTERVAL, () => this.whileBusy(() => this.rollUps.advance()));
    this.loop('books', SWEEP_INTERVAL, () => this.whileBusy(() => this.books.advance()));
    this.loop('read books', SWEEP_INTERVAL, () => this.whileBusy(() => this.readBooks.advance()));
    this.loop('reports', SWEEP_INTERVAL, () => this.whileBusy(() => this.reports.advance()));
    this.loop('expired reports', SWEEP_INTERVAL, () => this.whileBusy(() => this.reportExpiry.advance()));
    this.loop('partitions', PARTITIONS_EVERY_MS, () => this.partitions.keep());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const wake of this.wakers) wake();
    await Promise.all([...this.loops, this.clocks.drain()]);
    await Promise.all([this.payments.turns.drain(), this.refunds.turns.drain()]);
  }

  private async whileFull(round: () => Promise<number>): Promise<void> {
    while ((await round()) === ROUND && !this.stopped);
  }

  private async whileBusy(step: () => Promise<boolean>): Promise<void> {
    while (!this.stopped && (await step()));
  }

  private loop(name: string, intervalMs: number, sweep: () => Promise<void>): void {
    this.failed.inc({ sweep: name }, 0);
    const run = async (): Promise<void> => {
      while (!this.stopped) {
        await sweep().catch((error: unknown) => {
          this.failed.inc({ sweep: name });
          this.logger.warn({ event: 'sweep_failed', sweep: name, err: error }, 'tried again in the next round');
        });
        await this.pause(intervalMs);
      }
    };
    this.loops.push(run());
  }

  private async pause(ms: number): Promise<void> {
    if (this.stopped) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.wakers.add(wake);
    });
  }
}
