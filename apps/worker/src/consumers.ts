import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DeliveryRunner, PaymentRunner, QueueConsumers, RefundRunner, WebhookSender } from '@svc/core';

const PAYMENT_JOBS = 16;
const REFUND_JOBS = 8;
const DELIVERY_JOBS = 8;

/** Reads the queues, one handler for each. */
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
    this.queues.consume('payments', PAYMENT_JOBS, (refs) => this.payments.advance(refs));
    this.queues.consume('refunds', REFUND_JOBS, (refs) => this.refunds.advance(refs));
    this.queues.consume('deliveries', DELIVERY_JOBS, (refs) => this.deliveries.take(refs));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.queues.close(), this.deliveries.drain()]);
    await Promise.all([this.payments.drain(), this.refunds.drain()]);
    await this.sender.close();
  }
}
