import type { OperationId } from '@svc/contract';
import type { Caller, Trace } from '@svc/core';
import type { Request } from 'express';
import type { Allowance } from './account-limit.js';

/** A request on its way through the API, with what its stations have found out. */
export interface ApiRequest extends Request {
  requestId: string;
  /** The trace that the client has named, or one that begins with this request. */
  trace: Trace;
  operationId?: OperationId;
  caller?: Caller;
  /** What is left of the account's requests, this one counted. */
  allowance?: Allowance;
  input?: unknown;
}
