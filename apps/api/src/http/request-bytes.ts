import type { IncomingMessage } from 'node:http';
import { DomainError } from '@svc/core';
import { brokenOff } from './server/broken-request.js';

/** The bytes of a request's body. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const problem = brokenOff(request);
    if (problem !== undefined) {
      reject(problem);
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.removeAllListeners('data');
        request.resume();
        reject(tooLarge(limit));
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

export function tooLarge(limit: number): DomainError {
  return new DomainError('body_too_large', `The body exceeds ${limit} bytes.`);
}
