import { apiError, ConnectionError, InvalidResponseError } from './errors.js';
import type { Problem } from './generated/models/Problem.js';
import { isJsonObject } from './json-object.js';

/** By this symbol, Node and other runtimes ask an object what `console.log` shows of it. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * The object of a success.
 * @throws ApiError when the request was refused
 * @throws InvalidResponseError when a success cannot be read
 */
export async function readResponse(response: Response): Promise<object> {
  await requireSuccess(response);
  const parsed = parse(await textOf(response), response);
  if (isJsonObject(parsed)) return withHiddenSecret(parsed);
  throw new InvalidResponseError('is not an object', response);
}

/**
 * Hides the secret of a new API key or webhook when the object is printed. It can still be read and written as JSON. A
 * copy of the object does not hide it.
 */
function withHiddenSecret(answer: { secret?: unknown }): object {
  if (!answer.secret) return answer;
  return Object.defineProperty(answer, INSPECT, { value: () => ({ ...answer, secret: '…' }) });
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw foreign('is not JSON', response, { cause });
  }
}

/**
 * @throws ApiError when the request was refused
 * @throws InvalidResponseError when the success is not a 204
 */
export async function requireNoContent(response: Response): Promise<void> {
  await requireSuccess(response);
  await textOf(response);
  if (response.status !== 204) throw foreign('is not 204, the only success of this call', response);
}

/** Something other than the service may have answered. */
function foreign(reason: string, response: Response, options?: ErrorOptions): InvalidResponseError {
  const type = response.headers.get('Content-Type') ?? 'none';
  return new InvalidResponseError(`${reason} (Content-Type: ${type})`, response, options);
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
