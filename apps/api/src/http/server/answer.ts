import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { FileOutput } from '@svc/contract';
import type { Response } from 'express';
import { sendStream, type Streaming } from '../event-stream.js';
import { isBodyHeld } from './request-head.js';

/** A body that is already written, in JSON; with a status of its own where it is not the operation's success. */
export class Answer {
  constructor(
    readonly json: string,
    readonly status?: number,
  ) {}
}

/** A body that is sent as it is read. */
export class FileAnswer {
  constructor(readonly file: FileOutput) {}
}

/** A body that goes on until it is ended. */
export class StreamAnswer {
  constructor(readonly streaming: Streaming) {}
}

/** Express, which writes an {@link Answer} in one piece, and the others as fast as the client takes them. */
export class ApiAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (!(body instanceof Answer || body instanceof FileAnswer || body instanceof StreamAnswer))
      throw new Error('a route answered outside the contract');
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

/** What fails on the way breaks the connection off: the client has been told the length, and sees that it is not whole. */
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
