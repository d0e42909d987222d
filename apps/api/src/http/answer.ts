import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { isBodyHeld } from './expected-body.js';

/** A body that is already written, in JSON. */
export class Answer {
  constructor(readonly json: string) {}
}

/** Express, which writes an {@link Answer} in one piece. */
export class ApiAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (!(body instanceof Answer)) throw new Error('a route answered outside the contract');
    response.statusCode = statusCode ?? response.statusCode;
    if (isBodyHeld(response.req)) response.shouldKeepAlive = false;
    if (body.json === '') {
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body.json));
    response.end(body.json);
  }
}
