import { operations } from '@svc/contract';
import { traceId, traceOf, type Logger } from '@svc/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiRequest } from './api-request.js';
import type { HttpMetrics } from './http-metrics.js';
import { newRequestId } from './request-id.js';
import type { RequestsInFlight } from './requests-in-flight.js';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Names each request, keeps it among those in flight, and when it is over counts it and writes one line: ids, never what
 * was sent.
 */
export function followRequests(inFlight: RequestsInFlight, metrics: HttpMetrics, logger: Logger): RequestHandler {
  return (incoming: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const request = Object.assign(incoming, { requestId, trace: traceOf(incoming.get('traceparent')) }) as ApiRequest;
    response.setHeader('Request-Id', requestId);
    inFlight.add(response);
    response.once('close', () => {
      const level = PROBES.has(request.path) ? 'debug' : 'info';
      const ms = performance.now() - startedAt;
      metrics.answered(request, response, ms);
      logger[level](lineOf(request, response, ms));
    });
    next();
  };
}

function lineOf(request: ApiRequest, response: Response, ms: number): object {
  const { requestId, operationId, caller, method, trace } = request;
  return {
    event: 'request',
    requestId,
    traceId: traceId(trace),
    method,
    // The template: what stands in its place is the client's.
    route: operationId === undefined ? null : operations[operationId].path,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { cut: true }),
    ...(caller === undefined ? {} : { accountId: `acct_${caller.accountId}`, keyId: `key_${caller.keyId}` }),
  };
}
