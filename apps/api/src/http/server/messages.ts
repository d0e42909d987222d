import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/**
 * Messages that have Express's prototypes from the start. Express sets them on every other message, and V8 then describes
 * each one anew, in the old generation: an Express alone answers 10,400 requests per second that way, and 25,100 with
 * these (see docs/decisions/0022).
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
