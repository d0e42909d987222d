import { apiError, ConnectionError, InvalidResponseError } from './errors.js';
import type { Problem } from './generated/models/Problem.js';
import { isJsonObject } from './json-object.js';

/**
 * What an answer says: the object of a success, undefined for a deletion.
 * @throws ApiError when the request was refused
 * @throws InvalidResponseError when a success cannot be read
 */
export async function readResponse(response: Response, method: string): Promise<unknown> {
  const text = await textOf(response);
  if (!response.ok) throw apiError(response, problemIn(text));
  if (response.status === 204 && method === 'DELETE') return undefined;
  const parsed = parse(text, response);
  if (isJsonObject(parsed)) return parsed;
  throw new InvalidResponseError('is not an object', response);
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const type = response.headers.get('Content-Type') ?? 'none';
    throw new InvalidResponseError(`is not JSON (Content-Type: ${type})`, response, { cause });
  }
}

/** @throws ApiError when the request was refused */
export async function requireSuccess(response: Response): Promise<void> {
  if (!response.ok) throw apiError(response, problemIn(await textOf(response)));
}

async function textOf(response: Response): Promise<string> {
  const bytes = await bytesOf(response);
  try {
    return new TextDecoder('utf-8', { fatal: response.ok }).decode(bytes);
  } catch (cause) {
    throw new InvalidResponseError('is not UTF-8', response, { cause });
  }
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw new ConnectionError(`The response with status ${response.status} was interrupted.`, { cause });
  }
}

/** Other programs answer as well, and speak their own JSON: ours is known by its code. */
function problemIn(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return typeof body?.code === 'string' && typeof body.detail === 'string' ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}
