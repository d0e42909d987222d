import { LongBody, type ReadingLimits } from './body.js';
import { InvalidResponseError } from './errors.js';
import { requireSuccess } from './response.js';

/**
 * The file that an answer brings, still to be read.
 * @throws ApiError when the request was refused
 */
export async function readFile(response: Response, limits: ReadingLimits): Promise<FileDownload> {
  await requireSuccess(response);
  if (response.body === null) throw new InvalidResponseError('has no body', response);
  return new FileDownload(response.headers, response.body, limits);
}

/**
 * A file as it arrives, to be read once. Reading it throws a `ConnectionError` when it breaks off, and a `TimeoutError` when
 * nothing comes for as long as `timeout`.
 */
export class FileDownload {
  /** Such as `text/csv`. */
  readonly mediaType: string;
  /** Its length in bytes; undefined when it is not known. */
  readonly size: number | undefined;
  readonly body: ReadableStream<Uint8Array>;

  constructor(headers: Headers, body: ReadableStream<Uint8Array>, limits: ReadingLimits) {
    this.mediaType = (headers.get('Content-Type') ?? '').replace(/;.*/, '');
    const length = headers.get('Content-Length');
    // The length of what is compressed says nothing about the file.
    this.size = length === null || headers.has('Content-Encoding') ? undefined : Number(length);
    this.body = limited(new LongBody(body, limits, 'file'));
  }

  /** All of it, as text. */
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
