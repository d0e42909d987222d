import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
} from 'prom-client';

/** A metric with its values, in the form that processes exchange. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  /** How the values of several processes are combined. */
  readonly aggregator: string;
  readonly values: readonly {
    /** If it differs from the family's, such as `…_bucket`. */
    readonly metricName?: string;
    readonly labels: Partial<Readonly<Record<string, string | number>>>;
    readonly value: number;
  }[];
}

export interface MetricSource {
  families(): Promise<readonly MetricFamily[]>;
}

export const EXPOSITION_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The instruments of this process. Labels take values of fixed lists, never an id, an address or client input. */
export class Metrics implements MetricSource {
  private readonly registry = new Registry();

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A value read at each scrape; several processes report the sum or the minimum. */
  gauge(name: string, help: string, read: () => number, aggregator: 'sum' | 'min' = 'sum'): void {
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    new Gauge({ name, help, aggregator, collect, registers: [this.registry] });
  }

  histogram<Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [this.registry] });
  }

  /** Adds the standard metrics: memory, CPU time, garbage collection, event loop lag. */
  watchProcess(): this {
    collectDefaultMetrics({ register: this.registry });
    // These list every socket at each scrape, for little more than the number of requests.
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_active_')) this.registry.removeSingleMetric(name);
    }
    return this;
  }

  families(): Promise<readonly MetricFamily[]> {
    return this.registry.getMetricsAsJSON();
  }
}

/** Combines the metrics of several processes into one set, mostly by sum. */
export async function together(processes: readonly (readonly MetricFamily[])[]): Promise<readonly MetricFamily[]> {
  return AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON();
}

export function exposition(families: readonly MetricFamily[]): Promise<string> {
  const registry = new Registry();
  for (const family of families) {
    registry.registerMetric({ ...family, get: () => Promise.resolve(family) } as unknown as Metric);
  }
  return registry.metrics();
}
