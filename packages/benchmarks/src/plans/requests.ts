import { readFileSync } from 'node:fs';

/** A request of one operation, with one of its filters. */
export interface PlannedRequest {
  readonly operationId: string;
  /** What sets it apart from the others of the operation. */
  readonly filter: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** Whether the contract lets it look at everything in a range of time, which no index serves. */
  readonly readsRange: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema & { readonly items?: Schema };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

interface Contract {
  readonly paths: Record<string, Record<string, Operation> & { readonly parameters?: Operation['parameters'] }>;
  readonly components: { readonly parameters: Record<string, Parameter>; readonly schemas: Record<string, Schema> };
}

const contract = JSON.parse(
  readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as Contract;

const DAY_MS = 86_400_000;
const day = (before: number): string =>
  `${new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;

/** What it takes to ask for something that is there: an id of each kind, by the names of the contract. */
export type Known = Readonly<Record<string, string>>;

/** Filters that the contract admits beside others alone. */
const COMPANY: Readonly<Record<string, string>> = {
  amountMin: `&currency=USD&createdFrom=${day(89)}`,
  amountMax: `&currency=USD&createdFrom=${day(89)}`,
  metadata: `&createdFrom=${day(89)}`,
  after: '&order=asc',
};
/** They are added up, or looked through. */
const READ_RANGE = new Set(['amountMin', 'amountMax', 'metadata']);
const SUMS = new Set(['getAnalyticsSummary', 'listWebhookHealth']);

/** Every GET of the contract, bare and with each of its parameters alone, with every value of those that have few. */
export function reads(known: Known, leftOut: ReadonlySet<string>): PlannedRequest[] {
  return Object.entries(contract.paths).flatMap(([path, { get, parameters: shared = [] }]) => {
    if (get === undefined || leftOut.has(get.operationId)) return [];
    const { operationId } = get;
    const place = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueOf(known, name));
    const request = (filter: string, query: string): PlannedRequest => ({
      operationId,
      filter,
      method: 'GET',
      path: `${place}${query}`,
      readsRange: SUMS.has(operationId) || READ_RANGE.has(filter),
    });
    const filters = [...shared, ...(get.parameters ?? [])].map(resolved).filter((each) => each.in === 'query');
    return [
      request('', ''),
      ...filters.flatMap(({ name, schema }) => {
        const values = fewValues(schema) ?? valuesOf(known, operationId, name);
        const key = name === 'metadata' ? 'metadata[orderId]' : name;
        return values.map((value) =>
          request(name, `?${encodeURIComponent(key)}=${encodeURIComponent(value)}${COMPANY[name] ?? ''}`),
        );
      }),
    ];
  });
}

/** Every creation, as the service is used. */
export function creations(known: Known): PlannedRequest[] {
  const amount = { value: 1_000, currency: 'USD' };
  const create = (operationId: string, path: string, body: object, filter = ''): PlannedRequest => ({
    operationId,
    filter,
    method: 'POST',
    path,
    body,
    readsRange: false,
  });
  const customerId = valueOf(known, 'customerId');
  const email = valueOf(known, 'email');
  return [
    create('createPayment', '/v1/payments', { amount, customer: { email } }, 'customer.email, known'),
    create('createPayment', '/v1/payments', { amount, customer: { email: 'new@example.org' } }, 'customer.email, new'),
    create('createPayment', '/v1/payments', { amount, customer: { id: customerId } }, 'customer.id'),
    create('createRefund', '/v1/refunds', { paymentId: valueOf(known, 'refundablePaymentId') }),
    create('createCustomer', '/v1/customers', { email: 'another@example.org' }),
    create('createPaymentMethod', `/v1/customers/${customerId}/payment-methods`, {
      type: 'card',
      processorToken: 'tok_1',
    }),
    create('createSubscription', '/v1/subscriptions', { customerId, amount, interval: 'month', intervalCount: 1 }),
    create('createWebhook', '/v1/webhooks', { url: 'https://receiver.invalid/other', events: ['payment.failed'] }),
    create('createApiKey', '/v1/security/api-keys', { name: 'Another', scopes: ['payments:read'], mode: 'test' }),
    create('createReport', '/v1/analytics/reports', {
      type: 'payments',
      format: 'csv',
      createdFrom: day(30),
      createdTo: day(0),
    }),
  ];
}

/** All values of a parameter that has few. */
function fewValues(schema: Parameter['schema']): readonly string[] | undefined {
  const { $ref, ...own } = schema.items ?? schema;
  return own.enum ?? contract.components.schemas[nameIn($ref)]?.enum;
}

function nameIn($ref = ''): string {
  return $ref.split('/').at(-1) ?? '';
}

function resolved(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = contract.components.parameters[nameIn(parameter.$ref)];
  if (found === undefined) throw new Error(`the contract lacks ${parameter.$ref}`);
  return found;
}

function valuesOf(known: Known, operationId: string, name: string): readonly string[] {
  if (name === 'createdFrom' && SUMS.has(operationId)) return [day(29)];
  switch (name) {
    case 'limit':
      return ['100'];
    case 'createdFrom':
      return [day(90)];
    case 'createdTo':
      return [day(90)];
    case 'amountMin':
    case 'amountMax':
      return ['5000'];
    case 'cursor':
      return known[`${operationId} cursor`] === undefined ? [] : [valueOf(known, `${operationId} cursor`)];
    case 'metadata':
      return ['none has it'];
    // One that most payments are in, and one that none is in.
    case 'currency':
      return ['USD', 'KWD'];
    case 'timezone':
      return ['Europe/Berlin'];
    case 'after':
      return [valueOf(known, 'eventId')];
    default:
      return [valueOf(known, name)];
  }
}

function valueOf(known: Known, name: string): string {
  const value = known[name];
  if (value === undefined) throw new Error(`nothing is known to ask for as ${name}`);
  return value;
}
