/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Names in the contract of a resource whose calls the pages show. */
export const OBJECTS = {
  payments: { one: 'Payment', many: 'Payments' },
  refunds: { one: 'Refund', many: 'Refunds' },
  customers: { one: 'Customer', many: 'Customers' },
  disputes: { one: 'Dispute', many: 'Disputes' },
  subscriptions: { one: 'Subscription', many: 'Subscriptions' },
  processors: { one: 'Processor', many: 'Processors' },
  checkoutSessions: { one: 'CheckoutSession', many: 'CheckoutSessions' },
  requests: { one: 'Request', many: 'Requests' },
  apiKeys: { one: 'ApiKey', many: 'ApiKeys' },
} as const;

type Resource = keyof typeof OBJECTS;

/** A call of the API, as a program makes it. */
export interface Call {
  /** The operationId of the contract. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** The method of the client libraries, such as `refunds` and `create`. */
  readonly resource: Resource | 'analytics';
  readonly verb: string;
  readonly id?: string;
  /** The body, or the query of a GET. */
  readonly params?: JsonObject;
}

export function retrieve(resource: Resource, id: string): Call {
  const operation = `get${OBJECTS[resource].one}`;
  return { operation, method: 'GET', path: `${pathOf(resource)}/${id}`, resource, verb: 'retrieve', id };
}

export function list(resource: Resource, params: JsonObject): Call {
  const call: Call = {
    operation: `list${OBJECTS[resource].many}`,
    method: 'GET',
    path: pathOf(resource),
    resource,
    verb: 'list',
  };
  return isEmpty(params) ? call : { ...call, params };
}

/** The figures of a range. */
export function summarize(params: JsonObject): Call {
  const call: Call = {
    operation: 'getAnalyticsSummary',
    method: 'GET',
    path: '/v1/analytics/summary',
    resource: 'analytics',
    verb: 'summary',
  };
  return isEmpty(params) ? call : { ...call, params };
}

export function create(resource: Resource, params: JsonObject): Call {
  const operation = `create${OBJECTS[resource].one}`;
  return { operation, method: 'POST', path: pathOf(resource), resource, verb: 'create', params };
}

export function update(resource: Resource, id: string, params: JsonObject): Call {
  const operation = `update${OBJECTS[resource].one}`;
  return { operation, method: 'PATCH', path: `${pathOf(resource)}/${id}`, resource, verb: 'update', id, params };
}

export function actOnPayment(verb: 'approve' | 'reject' | 'cancel' | 'capture', id: string, params: JsonObject): Call {
  const call: Call = {
    operation: `${verb}Payment`,
    method: 'POST',
    path: `/v1/payments/${id}/${verb}`,
    resource: 'payments',
    verb,
    id,
  };
  return isEmpty(params) ? call : { ...call, params };
}

/** `checkoutSessions` are at `/v1/checkout-sessions`. */
function pathOf(resource: Resource): string {
  if (resource === 'apiKeys') return '/v1/security/api-keys';
  return `/v1/${resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function isEmpty(params: JsonObject): boolean {
  return Object.values(params).every((value) => value === undefined);
}
