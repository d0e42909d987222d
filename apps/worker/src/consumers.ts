import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryRunner, PaymentRunner, QueueConsumers, RefundRunner, WebhookSender } from '@svc/core';

/** Takes jobs from the queues while the worker runs. */
@Injectable()
export class Consumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(QueueConsumers) private readonly queues: QueueConsumers,
    @Inject(PaymentRunner) private readonly payments: PaymentRunner,
    @Inject(RefundRunner) private readonly refunds: RefundRunner,
    @Inject(DeliveryRunner) private readonly deliveries: DeliveryRunner,
    @Inject(WebhookSender) private readonly sender: WebhookSender,
  ) {}

  private get runners() {
    return [this.payments, this.refunds, this.deliveries];
  }

  onApplicationBootstrap(): void {
    for (const { runner } of this.runners) this.queues.consume(runner.jobs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    // Rows that wait are left to other workers, which ends their jobs.
    const drained = this.runners.map((runner) => runner.drain());
    await Promise.all([this.queues.close(), ...drained]);
    await this.sender.close();
  }
}
