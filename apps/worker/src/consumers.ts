import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryRunner, PaymentRunner, QueueConsumers, RefundRunner, WebhookSender } from '@svc/core';

/** A job ends as soon as its rows are enqueued in this process. */
const JOBS = 8;

/** Consumes the queues with one handler for each. */
@Injectable()
export class Consumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(QueueConsumers) private readonly queues: QueueConsumers,
    @Inject(PaymentRunner) private readonly payments: PaymentRunner,
    @Inject(RefundRunner) private readonly refunds: RefundRunner,
    @Inject(DeliveryRunner) private readonly deliveries: DeliveryRunner,
    @Inject(WebhookSender) private readonly sender: WebhookSender,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.consume('payments', JOBS, (refs) => this.payments.turns.take(refs));
    this.queues.consume('refunds', JOBS, (refs) => this.refunds.turns.take(refs));
    this.queues.consume('deliveries', JOBS, (refs) => this.deliveries.take(refs));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.queues.close(), this.deliveries.drain()]);
    await Promise.all([this.payments.turns.drain(), this.refunds.turns.drain()]);
    await this.sender.close();
  }
}
