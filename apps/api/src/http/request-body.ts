import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { findDuplicateKey, findLossyNumber } from '@svc/contract';
import { DomainError } from '@svc/core';
import { brokenOff, letBodyCome } from './server/request-head.js';

/** Maximum size of a request body in bytes. */
const BODY_LIMIT = 65_536;

/** The parsed JSON body, which must have one of the media types; undefined when there is none. */
export async function readJsonBody(request: IncomingMessage, mediaTypes: readonly string[]): Promise<unknown> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > BODY_LIMIT) throw tooLarge(BODY_LIMIT);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return undefined;
  const isUndeclared = declared === 0 && request.headers['content-type'] === undefined;
  if (isUndeclared && (await readBody(request)).length === 0) return undefined;
  requireMediaType(request, mediaTypes);
  const bytes = await readBody(request);
  return bytes.length === 0 ? undefined : parse(bytes);
}

/** The raw bytes of a body that must be declared as JSON; throws 413 beyond `limit` bytes. */
export async function readJsonBytes(request: IncomingMessage, limit: number = BODY_LIMIT): Promise<Buffer> {
  requireMediaType(request, ['application/json']);
  return readBody(request, limit);
}

async function readBody(request: IncomingMessage, limit: number = BODY_LIMIT): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  letBodyCome(request);
  return readBytes(request, limit);
}

function requireMediaType(request: IncomingMessage, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim());
  // JSON defines no parameters, so unknown ones mean nothing.
  const inUtf8 = parameters.every(
    (parameter) => !/^charset\s*=/i.test(parameter) || /^charset="?utf-8"?$/i.test(parameter),
  );
  if (!inUtf8 || !mediaTypes.includes(type.toLowerCase())) {
    throw new DomainError('unsupported_media_type', `The body must be sent as ${mediaTypes.join(' or ')} in UTF-8.`);
  }
  // `identity` names no coding; some clients send it.
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'The body must not be compressed.');
  }
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new DomainError('malformed_json', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
  const duplicate = findDuplicateKey(text, value);
  if (duplicate !== null) {
    throw new DomainError('validation_failed', 'The body contains the same field twice.', { errors: [duplicate] });
  }
  const lossy = findLossyNumber(text);
  if (lossy === null) return value;
  throw new DomainError('validation_failed', 'The body contains a number that cannot be stored exactly.', {
    errors: [lossy],
  });
}

/** The bytes of a request body; throws 413 beyond `limit`. */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
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

function tooLarge(limit: number): DomainError {
  return new DomainError('body_too_large', `The body exceeds ${limit} bytes.`);
}

/** The pages have buttons, and no fields to fill in. */
const MAX_FORM_BYTES = 1_024;

/** The fields of a form. Throws 413 when it is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  letBodyCome(request);
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  return new URLSearchParams(bytes.toString('latin1'));
}
