import { CancelablePromise } from './generated/core/CancelablePromise.js';

/** The head of the answer that a call got. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
}

/** What a call came to, and the head of the answer that said so. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** A call under way: a promise of what the answer says, of which the answer's head can be had as well. */
export class ApiPromise<T> extends CancelablePromise<T> {
  readonly #answer: Promise<WithResponse<T>>;

  /** @param perform makes the call; its signal is aborted by `cancel()` */
  constructor(perform: (cancelled: AbortSignal) => Promise<WithResponse<T>>) {
    const cancelled = new AbortController();
    const answer = perform(cancelled.signal);
    super((resolve, reject, onCancel) => {
      onCancel(() => cancelled.abort());
      answer.then(({ data }) => resolve(data), reject);
    });
    this.#answer = answer;
  }

  /** The same with status, headers and request id: `const { data, response } = await call.withResponse()`. */
  async withResponse(): Promise<WithResponse<T>> {
    await this;
    return this.#answer;
  }
}
