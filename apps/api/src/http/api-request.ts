import type { OperationId } from '@svc/contract';
import type { Caller } from '@svc/core';
import type { Request } from 'express';

/** A request on its way through the API, with what its stations have found out. */
export interface ApiRequest extends Request {
  requestId: string;
  operationId?: OperationId;
  caller?: Caller;
  input?: unknown;
}
