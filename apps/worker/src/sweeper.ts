import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import {
  CONFIG,
  DeliveryRunner,
  Idempotency,
  LOGGER,
  PartitionKeeper,
  PaymentExpiry,
  PaymentRunner,
  RefundRunner,
  type Config,
  type Logger,
} from '@svc/core';

/** A row that has been due for so long is one that no queue has brought. */
const GRACE_MS = 2_000;
const ROUND = 100;
const PARTITIONS_EVERY_MS = 3_600_000;
const KEYS_EVERY_MS = 60_000;

/** Takes due work straight from Postgres: what was lost between a commit and the queue, and what a dead worker held. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private readonly loops: Promise<void>[] = [];
  private readonly wakers = new Set<() => void>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DeliveryRunner) private readonly deliveries: DeliveryRunner,
    @Inject(PaymentRunner) private readonly payments: PaymentRunner,
    @Inject(RefundRunner) private readonly refunds: RefundRunner,
    @Inject(PaymentExpiry) private readonly expiry: PaymentExpiry,
    @Inject(PartitionKeeper) private readonly partitions: PartitionKeeper,
    @Inject(Idempotency) private readonly keys: Idempotency,
  ) {}

  onApplicationBootstrap(): void {
    const { SWEEP_INTERVAL } = this.config;
    this.loop('deliveries', SWEEP_INTERVAL, () => this.whileFull(() => this.deliveries.takeDue(GRACE_MS, ROUND)));
    this.loop('payments', SWEEP_INTERVAL, () => this.whileFull(() => this.payments.advanceDue(GRACE_MS, ROUND)));
    this.loop('refunds', SWEEP_INTERVAL, () => this.whileFull(() => this.refunds.advanceDue(GRACE_MS, ROUND)));
    this.loop('expiries', SWEEP_INTERVAL, () => this.whileFull(() => this.expiry.settleDue(ROUND)));
    this.loop('idempotency keys', KEYS_EVERY_MS, () => this.whileFull(() => this.keys.prune(ROUND)));
    this.loop('partitions', PARTITIONS_EVERY_MS, () => this.partitions.keep());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const wake of this.wakers) wake();
    await Promise.all(this.loops);
  }

  private async whileFull(round: () => Promise<number>): Promise<void> {
    while ((await round()) === ROUND && !this.stopped);
  }

  private loop(name: string, intervalMs: number, sweep: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      while (!this.stopped) {
        await sweep().catch((error: unknown) => {
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
