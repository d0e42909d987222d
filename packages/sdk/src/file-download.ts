import { LongBody, type ReadingLimits } from './body.js';
import { InvalidResponseError } from './errors.js';
import { requireSuccess } from './response.js';

/**
 * The file of a response, which has not been read yet.
 * @throws ApiError if the request was refused
 */
export async function readFile(response: Response, limits: ReadingLimits): Promise<FileDownload> {
  await requireSuccess(response);
  if (response.body === null) throw new InvalidResponseError('has no body', response);
  return new FileDownload(response.headers, response.body, limits);
}

/**
 * A file that is being downloaded. Read it once. Reading throws a `ConnectionError` if the download is interrupted, and
 * a `TimeoutError` if no data arrives within `timeout`.
 */
export class FileDownload {
  /** For example `text/csv`. */
  readonly mediaType: string;
  /** Its length in bytes. Undefined if it is not known. */
  readonly size: number | undefined;
  readonly body: ReadableStream<Uint8Array>;

  constructor(headers: Headers, body: ReadableStream<Uint8Array>, limits: ReadingLimits) {
    this.mediaType = (headers.get('Content-Type') ?? '').replace(/;.*/, '');
    const length = headers.get('Content-Length');
    // The length of compressed data says nothing about the file.
    this.size = length === null || headers.has('Content-Encoding') ? undefined : Number(length);
    this.body = limited(new LongBody(body, limits, 'file'));
  }

  /** The whole file as text. */
  text(): Promise<string> {
    return new Response(this.body).text();
  }
}

function limited(body: LongBody): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const bytes = await body.next();
          if (bytes === undefined) controller.close();
          else controller.enqueue(bytes);
        } catch (error) {
          await body.close();
          throw error;
        }
      },
      cancel: () => body.close(),
    },
    { highWaterMark: 0 },
  );
}
