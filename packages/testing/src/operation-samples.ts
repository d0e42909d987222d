import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OperationDescriptor } from '@svc/contract';
import { createClient, type Answer } from './client.js';
import { eventually } from './wait.js';

const SAMPLE_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

type Maker = (baseUrl: string, key: string, made: ReadonlyMap<string, string>) => Promise<string>;

/** Creates an object and returns its id, for each id parameter in a path of the contract. */
const MAKERS: Readonly<Record<string, Maker>> = {
  paymentId: async (baseUrl, key) => {
    const body = { amount: { value: 1000, currency: 'USD' }, metadata: { sandbox: 'hold' } };
    return idOf(await createClient(baseUrl, key).post('/v1/payments', body));
  },
  refundId: async (baseUrl, key) => {
    const client = createClient(baseUrl, key);
    const body = { amount: { value: 1000, currency: 'USD' }, metadata: { sandbox: 'delay:1' } };
    const payment = await client.post('/v1/payments?wait=20', body);
    return idOf(await client.post('/v1/refunds', { paymentId: idOf(payment) }));
  },
  customerId: async (baseUrl, key) => {
    return idOf(await createClient(baseUrl, key).post('/v1/customers', { email: `${randomUUID()}@example.org` }));
  },
  // Belongs to the sample customer, since its path contains both ids.
  paymentMethodId: async (baseUrl, key, made) => {
    const path = `/v1/customers/${made.get('customerId') ?? ''}/payment-methods`;
    return idOf(await createClient(baseUrl, key).post(path, { type: 'card', processorToken: 'tok_sample' }));
  },
  webhookId: async (baseUrl, key) => {
    const body = { url: 'https://receiver.invalid/hook', events: ['payment.pending'] };
    return idOf(await createClient(baseUrl, key).post('/v1/webhooks', body));
  },
  // Disabled, so that the other samples do not go to it.
  processorId: async (baseUrl, key) => {
    const credentials = { url: 'https://gateway.invalid', apiKey: 'acq_sample', callbackSecret: SAMPLE_SECRET };
    const body = { kind: 'http', name: 'Sample', enabled: false, credentials };
    return idOf(await createClient(baseUrl, key).post('/v1/processors', body));
  },
  checkoutSessionId: async (baseUrl, key) => {
    const urls = { successUrl: 'https://shop.example.com/paid', cancelUrl: 'https://shop.example.com/cart' };
    const body = { amount: { value: 1000, currency: 'USD' }, ...urls };
    return idOf(await createClient(baseUrl, key).post('/v1/checkout-sessions', body));
  },
  subscriptionId: async (baseUrl, key) => {
    const client = createClient(baseUrl, key);
    const payment = { amount: { value: 1000, currency: 'USD' }, customer: { email: 'subscriber@example.com' } };
    const { customer } = (await client.post('/v1/payments', payment)).body as { customer: { id: string } };
    const startAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { amount: payment.amount, interval: 'month', intervalCount: 1, startAt };
    return idOf(await client.post('/v1/subscriptions', { customerId: customer.id, ...terms }));
  },
  eventId: async (baseUrl, key) => {
    await make('paymentId', baseUrl, key);
    return firstOf(await createClient(baseUrl, key).get('/v1/events?limit=1'));
  },
  deliveryId: async (baseUrl, key) => {
    const webhookId = await make('webhookId', baseUrl, key);
    await make('paymentId', baseUrl, key);
    return firstOf(await createClient(baseUrl, key).get(`/v1/webhooks/${webhookId}/deliveries?limit=1`));
  },
  reportId: async (baseUrl, key) => {
    const range = { createdFrom: '2026-01-01T00:00:00Z', createdTo: '2027-01-01T00:00:00Z' };
    const body = { type: 'refunds', format: 'csv', ...range };
    return idOf(await createClient(baseUrl, key).post('/v1/analytics/reports', body));
  },
  // It is in the log about a second later.
  requestId: async (baseUrl, key) => {
    const client = createClient(baseUrl, key);
    const requestId = (await client.get('/v1/security/me')).headers.get('request-id') ?? '';
    await eventually(async () => {
      const { status } = await client.get(`/v1/requests/${requestId}`);
      if (status !== 200) throw new Error(`the request is not in the log yet: ${status}`);
    });
    return requestId;
  },
  keyId: async (baseUrl, key) => {
    const body = { name: 'Sample', scopes: ['payments:read'] };
    return idOf(await createClient(baseUrl, key).post('/v1/security/api-keys', body));
  },
};

interface SampleStack {
  readonly apiUrl: string;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** Objects of one account, one for each id parameter in a path of the contract. */
export type SampleObjects = ReadonlyMap<string, string>;

/** Creates them. Needs a running worker, since only completed payments can be refunded. */
export async function makeSampleObjects(stack: SampleStack, key: string): Promise<SampleObjects> {
  const { apiUrl: baseUrl } = stack;
  const objects = new Map<string, string>();
  for (const parameter of Object.keys(MAKERS)) {
    objects.set(parameter, await make(parameter, baseUrl, key, objects));
  }
  objects.set('disputeId', await storedDispute(stack, objects.get('paymentId') ?? ''));
  return objects;
}

/** Stores a dispute of a payment, which only a payment processor opens. */
export async function storedDispute(stack: Pick<SampleStack, 'query'>, paymentId: string): Promise<string> {
  const [dispute] = await stack.query(
    `WITH stored AS (
       INSERT INTO disputes (environment_id, id, payment_id, processor, external_reference, status, amount_value, currency,
         updated_at)
       SELECT environment_id, id_at(now()), id, processor, 'dp_' || id, 'needs_response', amount_value, currency, now()
         FROM payments WHERE id = $1 RETURNING environment_id, id, version, status, amount_value, updated_at
     )
     INSERT INTO dispute_changes (environment_id, dispute_id, version, status, amount_value, at)
     SELECT environment_id, id, version, status, amount_value, updated_at FROM stored RETURNING dispute_id AS id`,
    [paymentId.slice('pay_'.length)],
  );
  return `dis_${String(dispute?.['id'])}`;
}

/** The path parameter with the id of an operation's object, if any. */
export function objectParameter(operation: OperationDescriptor): string | undefined {
  return /\{([^}]+)\}/.exec(operation.path)?.[1];
}

/** The operation's path with the id of a sample object. Throws when there is none of that kind. */
export function samplePath(operation: OperationDescriptor, objects: SampleObjects): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => {
    const id = objects.get(parameter);
    if (id === undefined) throw new Error(`no sample object is made for {${parameter}}`);
    return id;
  });
}

interface Contract {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>>;
}

let contract: Contract | undefined;

const around = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Replaces examples that expire: only events within the retention can be replayed. */
const TIMELY: Readonly<Record<string, unknown>> = {
  replayWebhook: { createdFrom: around(-86_400_000), createdTo: around(0) },
};

/** The contract's example body of the operation; undefined when it takes none. */
export function sampleBody(operation: OperationDescriptor): unknown {
  if (!operation.hasBody) return undefined;
  if (operation.operationId in TIMELY) return TIMELY[operation.operationId];
  contract ??= JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as Contract;
  const content = contract.paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody?.content;
  return content?.['application/json']?.example ?? {};
}

async function make(
  parameter: string,
  baseUrl: string,
  key: string,
  made: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const maker = MAKERS[parameter];
  if (maker === undefined) throw new Error(`nothing makes a ${parameter}`);
  return maker(baseUrl, key, made);
}

function idOf(answer: Answer): string {
  if (answer.status !== 201 && answer.status !== 202) throw new Error(`a sample object was refused: ${answer.text}`);
  return String(answer.body['id']);
}

function firstOf(page: Answer): string {
  const [first] = page.body['data'] as { id: string }[];
  if (first === undefined) throw new Error('a sample object is missing from its list');
  return first.id;
}
