import { cellCode, DomainError, type Config, type ProcessorCallbacks } from '@svc/core';
import type { RequestHandler } from 'express';
import { readJsonBytes } from '../http/request-body.js';

/** Handles the callbacks of payment processors. Their signature over the raw bytes is the only authentication. */
export function answerProcessorCallback(
  callbacks: ProcessorCallbacks,
  { CELL }: Config,
): RequestHandler<{ cell: string; processor: string }> {
  const cell = cellCode(CELL);
  return async (request, response) => {
    if (request.params.cell !== cell) {
      throw new DomainError('not_found', `Callbacks for this installation have the path /callbacks/${cell}/….`);
    }
    await callbacks.receive(request.params.processor, {
      headers: request.headers,
      readBody: (limit) => readJsonBytes(request, limit),
    });
    response.statusCode = 204;
    response.end();
  };
}
