import { createClient, eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const EMAIL = 'ada.lovelace@example.com';
const SECRET = 'correct horse battery staple';

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

const [collector, receiver] = await Promise.all([
  forThisFile(startReceiver({ tls: false })),
  forThisFile(startReceiver()),
]);
const env = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '50',
};
const stack = await forThisFile(startStack({ env }));
const client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);

beforeAll(async () => {
  const events = ['payment.pending', 'payment.completed'];
  await client.post('/v1/webhooks', { url: `${receiver.url}/hook?token=${SPAN}`, events, secret: SECRET });
});

const payment = {
  amount: { value: 1000, currency: 'USD' },
  customer: { email: EMAIL, firstName: 'Ada' },
  metadata: { sandbox: 'delay:1' },
};

/** The exported spans of a trace with their service. */
function spansOf(traceId: string): (ExportedSpan & { readonly service: unknown })[] {
  const exports = collector.requests.map(({ parsed }) => parsed as Export);
  return exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value;
      return scopeSpans
        .flatMap(({ spans }) => spans.filter((span) => span.traceId === traceId))
        .map((span) => ({
          ...span,
          service,
        }));
    }),
  );
}

describe('the trace of a payment', () => {
  it("leads from the client's request to the last delivery, and each span is a child of its cause", async () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };
    const created = await client.post('/v1/payments', payment, { headers });
    expect(created.status).toBe(201);
    const [pending, completed] = await Promise.all(
      ['payment.pending', 'payment.completed'].map((type) =>
        receiver.waitFor(({ parsed }) => (parsed as { type?: string } | undefined)?.type === type),
      ),
    );
    const spans = await eventually(() => {
      const told = spansOf(TRACE);
      const names = told.map(({ name }) => name);
      expect(names).toContain('deliver payment.completed');
      expect(names).toContain('deliver payment.pending');
      return told;
    });
    const spanIds = new Map(spans.map(({ name, spanId }) => [name, spanId]));
    const steps = new Set(
      spans.map(({ name, parentSpanId, service }) => {
        const parent = spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId;
        return `${Object.values(service as object).join()}: ${parent} -> ${name}`;
      }),
    );
    expect([...steps].sort()).toEqual([
      `svc-payments-api: ${SPAN} -> POST /v1/payments`,
      'svc-payments-api: POST /v1/payments -> create payment',
      'svc-payments-worker: create payment -> deliver payment.completed',
      'svc-payments-worker: create payment -> deliver payment.pending',
      'svc-payments-worker: create payment -> processor authorize',
      'svc-payments-worker: create payment -> processor status',
    ]);
    // The receiver gets the trace as well.
    expect(pending?.headers['traceparent']).toBe(`00-${TRACE}-${spanIds.get('deliver payment.pending')}-01`);
    expect(completed?.headers['traceparent']).toBe(`00-${TRACE}-${spanIds.get('deliver payment.completed')}-01`);
  });

  it('contains no personal data and no secret', async () => {
    const told = collector.requests.map(({ rawBody }) => rawBody.toString('utf8')).join();
    for (const text of [EMAIL, 'Ada', SECRET, 'sk_test_', '/hook', `token=`, '127.0.0.1']) {
      expect([text, told.includes(text)]).toEqual([text, false]);
    }
    expect(spansOf(TRACE).flatMap(({ attributes }) => attributes.map(({ key }) => key))).not.toEqual([]);
  });

  it('is missing during an outage of the collector, without other effects', async () => {
    await collector.close();
    const before = receiver.requests.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post('/v1/payments', payment)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await eventually(() => expect(receiver.requests.length).toBe(before + 20), { timeoutMs: 30_000 });
    const asked = performance.now();
    await stack.stopWorker();
    expect(performance.now() - asked).toBeLessThan(10_000);
  });
});
