import { EventEmitter } from 'node:events';
import { exposition, Metrics, type MetricSource } from '@svc/core';
import { describe, expect, it } from 'vitest';
import { MetricsSum, type MeteredProcess } from './metrics-sum.js';
import { SharedMetrics, type MetricsFromChild } from './shared-metrics.js';

/** An API process with its end of the IPC channel. */
class Child {
  readonly metrics = new Metrics();
  readonly sent = this.metrics.counter('svc_sent_total', 'Sent.');
  readonly shared: SharedMetrics;
  private readonly metered: MeteredProcess;
  private alive = true;

  constructor(private readonly sum: MetricsSum) {
    const channel = Object.assign(new EventEmitter(), {
      connected: true,
      send: (message: MetricsFromChild, _handle: unknown, _options: unknown, sent: () => void) => {
        void sum.receive(this.metered, structuredClone(message));
        sent();
      },
    });
    this.shared = new SharedMetrics(channel as unknown as NodeJS.Process).include(this.metrics);
    this.metered = { send: (message) => void (this.alive && channel.emit('message', message)) };
    this.metrics.gauge('svc_busy', 'Busy.', () => 1);
    sum.add(this.metered);
  }

  /** From here on it sends nothing, like a stopped process. */
  stop(): void {
    this.alive = false;
  }

  end(): void {
    this.stop();
    this.sum.remove(this.metered);
  }
}

async function told(source: MetricSource): Promise<(string | undefined)[]> {
  const text = await exposition(await source.families());
  return ['svc_sent_total', 'svc_busy'].map((name) => new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

describe('the metrics of several processes', () => {
  it('are the same sum in each process, also for concurrent requests', async () => {
    const sum = new MetricsSum(new Metrics());
    const children = [new Child(sum), new Child(sum), new Child(sum)];
    for (const [index, child] of children.entries()) child.sent.inc(index + 1);
    const asked = [...children, ...children].map((child) => told(child.shared));
    expect(await Promise.all(asked)).toEqual(Array(6).fill(['6', '3']));
  });

  it('keep the counts of ended processes, however they ended; a sum never decreases', async () => {
    const sum = new MetricsSum(new Metrics());
    const [one, other, third] = [new Child(sum), new Child(sum), new Child(sum)];
    one.sent.inc(5);
    expect(await told(other.shared)).toEqual(['5', '3']);
    // A killed process counts with its last report.
    one.sent.inc(100);
    one.end();
    third.sent.inc(3);
    await third.shared.tell();
    third.end();
    const next = new Child(sum);
    next.sent.inc(2);
    expect(await told(other.shared)).toEqual(['10', '2']);
  });

  it('do not wait for a hung process, which counts with its last report', async () => {
    const sum = new MetricsSum(new Metrics());
    const [silent, other] = [new Child(sum), new Child(sum)];
    silent.sent.inc(4);
    expect(await told(other.shared)).toEqual(['4', '2']);
    silent.stop();
    other.sent.inc();
    expect(await told(other.shared)).toEqual(['5', '2']);
  });

  it('contain the process metrics of the summing process, but none of its others', async () => {
    const own = new Metrics();
    own.gauge('process_memory', 'Memory.', () => 100);
    own.gauge('svc_busy', 'Busy.', () => 100);
    const sum = new MetricsSum(own);
    const [one, other] = [new Child(sum), new Child(sum)];
    for (const { metrics } of [one, other]) metrics.gauge('process_memory', 'Memory.', () => 10);
    const text = await exposition(await one.shared.families());
    expect(text).toMatch(/^process_memory 120$/m);
    expect(text).toMatch(/^svc_busy 2$/m);
  });
});
