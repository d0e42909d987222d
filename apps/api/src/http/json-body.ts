import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@svc/core';

/** The most bytes that a request's body may have. */
export const BODY_LIMIT = 65_536;

/** The parsed JSON body of a request; undefined when it has none. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > BODY_LIMIT) throw tooLarge();
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return undefined;
  requireJson(request);
  const bytes = await readBytes(request);
  return bytes.length === 0 ? undefined : parse(bytes);
}

function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  const accepted = type !== undefined && /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type.trim());
  if (!accepted) {
    throw new DomainError('unsupported_media_type', 'The body must be sent as application/json in UTF-8.');
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed.');
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT) {
        request.removeAllListeners('data');
        request.resume();
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    request.once('error', reject);
    request.once('aborted', () => reject(new DomainError('malformed_json', 'The body ended early.')));
  });
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new DomainError('malformed_json', 'The body is not valid UTF-8.');
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
}

function tooLarge(): DomainError {
  return new DomainError('body_too_large', `The body exceeds ${BODY_LIMIT} bytes.`);
}
