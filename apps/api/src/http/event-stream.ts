import type { StreamMessage, StreamOutput } from '@svc/contract';
import type { Response } from 'express';

const LF = 0x0a;
const CR = 0x0d;
const END = Buffer.from('\n\n');
/** The last line of a complete stream. Some clients, Node's fetch among them, report a broken stream as complete. */
const GOODBYE = ': end\n\n';
/** Reconnection delay for clients, in milliseconds. */
const RETRY = 'retry: 2000\n';
/** TCP keep-alive delay: detects a dead client before the next heartbeat would. */
const ASK_AFTER_MS = 4_000;

/** A stream with its limits, ready to send. */
export interface Streaming {
  readonly stream: StreamOutput;
  readonly ended: AbortSignal;
  /** How long a client may read nothing. */
  readonly patienceMs: number;
  readonly failed: (error: unknown) => void;
}

/** Sends a stream with backpressure. The connection closes after it. */
export async function sendStream(response: Response, streaming: Streaming): Promise<void> {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // Disables buffering in nginx.
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
  // A client that does not read the rest is dropped.
  const tooLate = setTimeout(() => response.destroy(), patienceMs);
  response.once('close', () => clearTimeout(tooLate));
}

/** A message without data becomes a comment with the current position. */
function encoded({ id, data }: StreamMessage): Buffer {
  if (data === undefined) return Buffer.from(`: heartbeat\nid: ${id}\n\n`);
  // The client must get these exact bytes; a line break would split the message.
  if (data.includes(LF) || data.includes(CR)) throw new Error('a streamed message must be one line');
  return Buffer.concat([Buffer.from(`id: ${id}\ndata: `), data, END]);
}

/** Resolves when the client has read what was written. Rejects at the timeout or when the stream has ended. */
async function drained(response: Response, withinMs: number, ended: AbortSignal): Promise<void> {
  let stop: () => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stop = () => reject(new Error(`the client has read nothing for ${withinMs} ms`));
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
