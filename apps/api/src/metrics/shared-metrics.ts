import { DomainError, type MetricFamily, type MetricSource } from '@svc/core';

/** IPC messages from an API process to the supervising process. */
export type MetricsFromChild =
  | { readonly type: 'metrics_wanted'; readonly asked: number }
  | { readonly type: 'metrics'; readonly families: readonly MetricFamily[] };
/** IPC messages back. */
export type MetricsFromParent =
  | { readonly type: 'metrics_asked' }
  | { readonly type: 'metrics_summed'; readonly asked: number; readonly families: readonly MetricFamily[] };

const SUM_WITHIN_MS = 2_000;

/** The summed metrics of all API processes, requested from the supervising process. */
export class SharedMetrics implements MetricSource {
  private own: MetricSource = { families: () => Promise.resolve([]) };
  private readonly waiting = new Map<number, (families: readonly MetricFamily[]) => void>();
  private asked = 0;

  constructor(private readonly channel: NodeJS.Process) {
    channel.on('message', (message: MetricsFromParent) => {
      if (message.type === 'metrics_asked') void this.tell();
      if (message.type === 'metrics_summed') this.waiting.get(message.asked)?.(message.families);
    });
  }

  /** Adds the metrics of this process to the sum. */
  include(own: MetricSource): this {
    this.own = own;
    return this;
  }

  /** Rejects when the sum does not arrive in time: the metrics of one process would look like a counter reset. */
  async families(): Promise<readonly MetricFamily[]> {
    const asked = ++this.asked;
    let timer: NodeJS.Timeout | undefined;
    const summed = new Promise<readonly MetricFamily[]>((resolve, reject) => {
      const late = new DomainError('unavailable', 'The other API processes did not report their metrics in time.');
      timer = setTimeout(reject, SUM_WITHIN_MS, late);
      this.waiting.set(asked, resolve);
    });
    void this.send({ type: 'metrics_wanted', asked });
    return summed.finally(() => {
      clearTimeout(timer);
      this.waiting.delete(asked);
    });
  }

  /** Reports the metrics of this process, the last time when it ends. */
  async tell(): Promise<void> {
    await this.send({ type: 'metrics', families: await this.own.families() });
  }

  private async send(message: MetricsFromChild): Promise<void> {
    if (!this.channel.connected) return;
    await new Promise<void>((resolve) => this.channel.send?.(message, undefined, undefined, () => resolve()));
  }
}
