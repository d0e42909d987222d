import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/**
 * Requests and responses that are made as Express wants them. It gives every message that is not so another prototype,
 * and V8 then describes each of them anew, property by property: that took more time than all else that Express does,
 * and memory that only the cleaning of the old generation sets free (see docs/decisions/0022).
 */
export function messagesOf(express: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Response.prototype, express.response);
  express.request = Request.prototype as typeof express.request;
  express.response = Response.prototype as typeof express.response;
  return { IncomingMessage: Request, ServerResponse: Response };
}
