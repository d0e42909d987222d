import type { StreamMessage, StreamOutput } from '@svc/contract';
import type { Response } from 'express';

const LF = 0x0a;
const CR = 0x0d;
const END = Buffer.from('\n\n');
/** Last of all. Some clients, fetch of Node among them, take an answer that breaks off for one that is whole. */
const GOODBYE = ': end\n\n';
/** When clients that have lost the stream come back, in milliseconds. */
const RETRY = 'retry: 2000\n';
/** A client that has vanished without a word is noticed before the next heartbeat, which could only wait for it. */
const ASK_AFTER_MS = 4_000;

/** A stream on its way to a client, and for how long. */
export interface Streaming {
  readonly stream: StreamOutput;
  readonly ended: AbortSignal;
  /** For how long a client may take nothing. */
  readonly patienceMs: number;
  readonly failed: (error: unknown) => void;
}

/** Sends a stream as fast as the client takes it. Nothing follows it on its connection. */
export async function sendStream(response: Response, streaming: Streaming): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // nginx would collect it otherwise.
  response.setHeader('X-Accel-Buffering', 'no');
  response.shouldKeepAlive = false;
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.socket?.setKeepAlive(true, ASK_AFTER_MS);
  response.write(RETRY);
  try {
    await sendMessages(response, streaming);
  } catch (error) {
    response.destroy();
    if (!streaming.ended.aborted) streaming.failed(error);
  }
}

async function sendMessages(response: Response, { stream, ended, patienceMs }: Streaming): Promise<void> {
  for await (const message of stream.messages(ended)) {
    if (!response.write(encoded(message))) await drained(response, patienceMs, ended);
  }
  response.end(GOODBYE);
  // Whoever does not take the rest is not waited for.
  const tooLate = setTimeout(() => response.destroy(), patienceMs);
  response.once('close', () => clearTimeout(tooLate));
}

/** One that brings nothing is a comment, and the place that the stream has reached. */
function encoded({ id, data }: StreamMessage): Buffer {
  if (data === undefined) return Buffer.from(`: heartbeat\nid: ${id}\n\n`);
  // The client must get these very bytes: a line that ends among them would make two of the message.
  if (data.includes(LF) || data.includes(CR)) throw new Error('what is streamed must be one line');
  return Buffer.concat([Buffer.from(`id: ${id}\ndata: `), data, END]);
}

/** Resolves when the client has taken what was written; rejects when it does not, or the stream has ended meanwhile. */
async function drained(response: Response, withinMs: number, ended: AbortSignal): Promise<void> {
  let stop: () => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(new Error(`the client has taken nothing for ${withinMs} ms`));
      timer = setTimeout(stop, withinMs);
      response.once('drain', resolve);
      ended.addEventListener('abort', stop);
      if (ended.aborted) stop();
    });
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', stop);
  }
}
