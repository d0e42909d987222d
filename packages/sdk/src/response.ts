import { apiError, ConnectionError, InvalidResponseError } from './errors.js';
import type { Problem } from './generated/models/Problem.js';

/** What may end the reading of an answer that goes on: a silence, or the signals of the call. */
export interface ReadingLimits {
  readonly milliseconds: number;
  readonly endings: readonly AbortSignal[];
}

/**
 * What an answer says: the parsed body of a success, undefined for one without content.
 * @throws ApiError when the request was refused
 * @throws InvalidResponseError when a success cannot be read
 */
export async function readResponse(response: Response): Promise<unknown> {
  const text = await textOf(response);
  if (!response.ok) throw apiError(response, problemIn(text));
  if (response.status === 204) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const type = response.headers.get('Content-Type') ?? 'none';
    throw new InvalidResponseError(`is not JSON (Content-Type: ${type})`, response, { cause });
  }
}

/** A file as it arrives. */
export interface FileDownload {
  readonly mediaType: string;
  /** Its length in bytes. */
  readonly bytes: number;
  /** Errors when it breaks off. */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * The file that an answer brings, still to be read.
 * @throws ApiError when the request was refused
 */
export async function readFile(response: Response): Promise<FileDownload> {
  await requireSuccess(response);
  const { body, headers } = response;
  if (body === null) throw new InvalidResponseError('has no body', response);
  const mediaType = (headers.get('Content-Type') ?? '').replace(/;.*/, '');
  return { mediaType, bytes: Number(headers.get('Content-Length')), body };
}

/** @throws ApiError when the request was refused */
export async function requireSuccess(response: Response): Promise<void> {
  if (!response.ok) throw apiError(response, problemIn(await textOf(response)));
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ConnectionError(`The answer with status ${response.status} broke off.`, { cause });
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
