import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
} from 'prom-client';

/** One metric with its values, as it is told between processes. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  /** How it is told for several processes. */
  readonly aggregator: string;
  readonly values: readonly {
    /** Where it differs from the family's, as `…_bucket` does. */
    readonly metricName?: string;
    readonly labels: Partial<Readonly<Record<string, string | number>>>;
    readonly value: number;
  }[];
}

/** Where metrics come from: this process, or all that share a port. */
export interface MetricSource {
  families(): Promise<readonly MetricFamily[]>;
}

export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The instruments of this process. Labels take values of closed lists alone: never an id, an address, or what a client
 * has sent. Whoever counts often resolves its children once, by `labels()`.
 */
export class Metrics implements MetricSource {
  private readonly registry = new Registry();

  /** What only grows. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** How much there is of something when it is asked for; of several processes the sum, or the least. */
  gauge(name: string, help: string, read: () => number, aggregator: 'sum' | 'min' = 'sum'): void {
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    new Gauge({ name, help, aggregator, collect, registers: [this.registry] });
  }

  /** How often something was so long, or so large. */
  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] });
  }

  /** Memory, processor time, garbage collection, the delay of the event loop: by the names that dashboards know. */
  watchProcess(): this {
    collectDefaultMetrics({ register: this.registry });
    // They list every socket at each scrape, to say little more than how many requests there are.
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_active_')) this.registry.removeSingleMetric(name);
    }
    return this;
  }

  families(): Promise<readonly MetricFamily[]> {
    return this.registry.getMetricsAsJSON();
  }
}

/** What several processes tell as if they were one: most of it added up. */
export async function together(processes: readonly (readonly MetricFamily[])[]): Promise<readonly MetricFamily[]> {
  return AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON();
}

/** In the text format of Prometheus. */
export function exposition(families: readonly MetricFamily[]): Promise<string> {
  const registry = new Registry();
  for (const family of families) {
    registry.registerMetric({ ...family, get: () => Promise.resolve(family) } as unknown as Metric);
  }
  return registry.metrics();
}
