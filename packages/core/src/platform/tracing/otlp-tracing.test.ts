import { eventually, hang, startReceiver, type Receiver } from '@svc/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../config/config.js';
import { NO_TRACING, type Tracing, traceparent } from './trace.js';
import { openTracing } from './open-tracing.js';
import { OtlpTracing } from './otlp-tracing.js';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const required = {
  DATABASE_URL: 'postgres://localhost/svc',
  REDIS_URL: 'redis://localhost',
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
};

let collector: Receiver;
const logged: string[] = [];

beforeAll(async () => {
  collector = await startReceiver({ tls: false });
});

afterAll(() => collector.close());

afterEach(() => {
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('OTEL_'))) delete process.env[name];
  collector.requests.length = 0;
  logged.length = 0;
});

/** Opens tracing as in a process with these variables. */
async function opened(variables: Record<string, string>): Promise<Tracing> {
  Object.assign(process.env, variables);
  const config: Config = loadConfig({ ...required, ...variables });
  const write = (line: string): void => void logged.push((JSON.parse(line) as { event: string }).event);
  return openTracing(config, pino({ base: { service: 'worker' } }, { write }));
}

async function closed(tracing: Tracing): Promise<void> {
  if (tracing instanceof OtlpTracing) await tracing.onApplicationShutdown();
}

const toCollector = (): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
}

function exported(): ExportedSpan[] {
  const bodies = collector.requests.map(({ parsed }) => parsed) as {
    resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
  }[];
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

describe('tracing', () => {
  it.each<Record<string, string>>([
    {},
    { OTEL_SERVICE_NAME: 'payments' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
  ])('is off without a collector (%j)', async (variables) => {
    expect(await opened(variables)).toBe(NO_TRACING);
  });

  it('makes one trace of a request and all that follows, with each step the child of the previous one', async () => {
    const api = await opened(toCollector());
    const request = api.request(`00-${ID}-${SPAN}-01`);
    expect(request.trace).toMatch(new RegExp(`^${ID}-01-(?!${SPAN})[0-9a-f]{16}$`));
    const created = api.begin('create', 'internal', request.trace);
    created.end();
    request.end(() => ({ name: 'POST /v1/payments' }));
    await closed(api);
    // Another process, which reads the stored trace.
    const worker = await opened(toCollector());
    const delivered = worker.begin('deliver', 'client', created.trace);
    expect(traceparent(delivered.trace ?? '')).toBe(`00-${ID}-${delivered.trace?.slice(36)}-01`);
    delivered.end();
    await closed(worker);
    expect(exported().map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
      ['create', ID, request.trace.slice(36)],
      ['POST /v1/payments', ID, SPAN],
      ['deliver', ID, created.trace?.slice(36)],
    ]);
    expect(collector.requests[0]?.path).toBe('/v1/traces');
    expect(JSON.stringify(collector.requests[0]?.parsed)).toContain('svc-payments-worker');
  });

  it('continues a trace whose last span was not stored', async () => {
    const worker = await opened(toCollector());
    const step = worker.begin('deliver', 'client', `${ID}-01`);
    expect(step.trace).toMatch(new RegExp(`^${ID}-01-[0-9a-f]{16}$`));
    step.end();
    await closed(worker);
    expect(exported()).toMatchObject([{ name: 'deliver', traceId: ID }]);
  });

  it('does not record a trace that its client or the sampler excludes, and propagates the flag', async () => {
    const api = await opened({ ...toCollector(), OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const left = [api.request(`00-${ID}-${SPAN}-00`), api.request(undefined)];
    for (const span of left) {
      expect(span.trace).toMatch(/^[0-9a-f]{32}-00-[0-9a-f]{16}$/);
      expect(api.begin('create', 'internal', span.trace).trace).toMatch(/-00-/);
      span.end(() => {
        throw new Error('not called for a span that is not recorded');
      });
    }
    api.request(`00-${ID}-${SPAN}-01`).end();
    await closed(api);
    expect(exported().map(({ parentSpanId }) => parentSpanId)).toEqual([SPAN]);
  });

  it('exports protobuf by default, under the configured service name', async () => {
    const api = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'shop-payments' });
    api.request(undefined).end();
    await closed(api);
    const [request] = collector.requests;
    expect(request?.headers['content-type']).toBe('application/x-protobuf');
    expect(request?.rawBody.includes('shop-payments')).toBe(true);
  });

  it('logs once that the collector rejects spans, and once that it accepts them again', async () => {
    collector.script('/v1/traces', [400, 400]);
    const api = await opened({ ...toCollector(), OTEL_BSP_SCHEDULE_DELAY: '1' });
    for (const told of [['traces_lost'], ['traces_lost'], ['traces_lost', 'traces_exported']]) {
      const before = collector.requests.length;
      api.request(undefined).end();
      await eventually(() => expect(collector.requests).toHaveLength(before + 1));
      await eventually(() => expect(logged).toEqual(told));
    }
    await closed(api);
  });

  it.each([
    ['does not respond', () => collector.url],
    ['is unreachable', () => 'http://127.0.0.1:1'],
  ])('blocks neither requests nor the shutdown when the collector %s', async (_, url) => {
    collector.respond('*', hang);
    const api = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
    const begun = performance.now();
    for (let n = 0; n < 5_000; n += 1) api.request(undefined).end();
    expect(performance.now() - begun).toBeLessThan(1_000);
    await closed(api);
    expect(performance.now() - begun).toBeLessThan(4_000);
    collector.respond('*', 200);
  });
});
