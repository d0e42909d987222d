import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { FileOutput } from '@svc/contract';
import type { Response } from 'express';
import { sendStream, type Streaming } from '../event-stream.js';
import { isBodyHeld } from './request-head.js';

/** A response body that is serialized JSON; `status` overrides the operation's success status. */
export class Answer {
  constructor(
    readonly json: string,
    readonly status?: number,
  ) {}
}

/** A response body that is read from a file while it is sent. */
export class FileAnswer {
  constructor(readonly file: FileOutput) {}
}

/** A response body without a fixed end. */
export class StreamAnswer {
  constructor(readonly streaming: Streaming) {}
}

/** Express that writes an {@link Answer} at once, and files and streams with backpressure. */
export class ApiAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (!(body instanceof Answer || body instanceof FileAnswer || body instanceof StreamAnswer))
      throw new Error('the route returned a body outside the contract');
    response.statusCode = statusCode ?? response.statusCode;
    if (isBodyHeld(response.req)) response.shouldKeepAlive = false;
    if (body instanceof StreamAnswer) {
      void sendStream(response, body.streaming);
      return;
    }
    if (body instanceof FileAnswer) {
      sendFile(response, body.file);
      return;
    }
    if (body.status !== undefined) response.statusCode = body.status;
    if (body.json === '') {
      response.end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body.json));
    response.end(body.json);
  }
}

/** An error closes the connection: the client knows the length and sees that the body is incomplete. */
function sendFile(response: Response, { mediaType, fileName, bytes, content }: FileOutput): void {
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  response.setHeader('Content-Length', bytes);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  pipeline(Readable.from(content, { highWaterMark: 1 }), response).catch(() => response.destroy());
}
