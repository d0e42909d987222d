/** What the running service needs to know about one operation of the contract. */
export interface OperationDescriptor {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the contract: `/v1/payments/{paymentId}`. */
  readonly path: string;
  /** As routers write it: `/v1/payments/:paymentId`. */
  readonly nestPath: string;
  /** The status of a successful answer. */
  readonly status: number;
  /** The scope that the caller's key must have. */
  readonly scope: string;
  readonly tag: string;
  readonly hasBody: boolean;
  /** The type of each query parameter. */
  readonly query: Readonly<Record<string, 'string' | 'integer' | 'boolean'>>;
  /** Every status that the operation may answer. */
  readonly statuses: readonly number[];
}
