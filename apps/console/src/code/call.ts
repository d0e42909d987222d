/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A call of the API, as a program makes it. */
export interface Call {
  /** The operationId of the contract. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** The method of the client libraries, such as `refunds` and `create`. */
  readonly resource: 'payments' | 'refunds';
  readonly verb: string;
  readonly id?: string;
  /** The body, or the query of a GET. */
  readonly params?: JsonObject;
}

export function retrievePayment(id: string): Call {
  return {
    operation: 'getPayment',
    method: 'GET',
    path: `/v1/payments/${id}`,
    resource: 'payments',
    verb: 'retrieve',
    id,
  };
}

export function createRefund(params: JsonObject): Call {
  return {
    operation: 'createRefund',
    method: 'POST',
    path: '/v1/refunds',
    resource: 'refunds',
    verb: 'create',
    params,
  };
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
  return Object.values(params).every((value) => value === undefined) ? call : { ...call, params };
}
