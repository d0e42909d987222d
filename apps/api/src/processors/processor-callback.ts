import type { ProcessorCallbacks } from '@svc/core';
import type { RequestHandler } from 'express';
import { readJsonBytes } from '../http/json-body.js';

/** Takes what a payment processor calls in. The signature, over the very bytes, is all the key that it needs. */
export function answerProcessorCallback(callbacks: ProcessorCallbacks): RequestHandler<{ processor: string }> {
  return async (request, response) => {
    const body = await readJsonBytes(request);
    await callbacks.receive(request.params.processor, { headers: request.headers, body });
    response.statusCode = 204;
    response.end();
  };
}
