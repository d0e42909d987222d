import { together, type MetricFamily, type MetricSource } from '@svc/core';
import type { MetricsFromChild, MetricsFromParent } from './shared-metrics.js';

type Families = readonly MetricFamily[];

const ANSWER_WITHIN_MS = 1_000;

/** An API process as a source of metrics. */
export interface MeteredProcess {
  send(message: MetricsFromParent): void;
}

/** Sums the metrics of the API processes. Counts of ended processes stay in the sum, which must never decrease. */
export class MetricsSum {
  private readonly last = new Map<MeteredProcess, Families>();
  private ended: Promise<Families> = Promise.resolve([]);
  private round: { readonly missing: Set<MeteredProcess>; readonly over: () => void } | undefined;
  private sum: Promise<Families> | undefined;

  /** `own`: the metrics of the process that sums. */
  constructor(private readonly own: MetricSource) {}

  /** Includes a process. */
  add(process: MeteredProcess): void {
    this.last.set(process, []);
  }

  /** Keeps the counts of an ended process. */
  remove(process: MeteredProcess): void {
    const families = this.last.get(process) ?? [];
    const counted = families.filter(({ type }) => type === 'counter' || type === 'histogram');
    this.ended = this.ended.then((before) => together([before, counted]));
    this.last.delete(process);
    this.heard(process);
  }

  async receive(process: MeteredProcess, message: MetricsFromChild): Promise<void> {
    if (message.type === 'metrics') {
      if (this.last.has(process)) this.last.set(process, message.families);
      this.heard(process);
      return;
    }
    this.sum ??= this.ask().finally(() => {
      this.sum = undefined;
    });
    process.send({ type: 'metrics_summed', asked: message.asked, families: await this.sum });
  }

  /** Asks all processes; a process that does not reply in time counts with its last report. */
  private async ask(): Promise<Families> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS);
      const over = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.round = { missing: new Set(this.last.keys()), over };
      for (const process of this.last.keys()) process.send({ type: 'metrics_asked' });
    });
    this.round = undefined;
    return together([...this.last.values(), await this.ended, await this.ownShare()]);
  }

  /** Process metrics of this process only. It serves no requests: its event loop delay would distort the average. */
  private async ownShare(): Promise<Families> {
    return (await this.own.families()).filter(({ name }) => name.startsWith('process_'));
  }

  private heard(process: MeteredProcess): void {
    this.round?.missing.delete(process);
    if (this.round?.missing.size === 0) this.round.over();
  }
}
