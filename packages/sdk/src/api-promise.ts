import { SvcError } from './errors.js';
import { CancelablePromise } from './generated/core/CancelablePromise.js';

/** The status and headers of the response to a call. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** The id of the request in the logs of the service. */
  readonly requestId: string | undefined;
}

/** The result of a call, with the status and headers of its response. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** A call in progress. It is a promise of the result. The status and headers of the response are also available. */
export class ApiPromise<T> extends CancelablePromise<T> {
  readonly #answer: Promise<WithResponse<T>>;

  /**
   * @param perform makes the call; its signal is aborted by `cancel()`
   */
  constructor(perform: (cancelled: AbortSignal) => Promise<WithResponse<T>>) {
    const cancelled = new AbortController();
    const caller = callerOf(ApiPromise);
    const answer = perform(cancelled.signal).catch((error: unknown) => {
      showCaller(error, caller);
      throw error;
    });
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

/** The stacks of errors. A page passes the list that it belongs to as well, which is closer to the caller. */
const ownStacks = new WeakMap<Error, string | undefined>();

/** Where a call begins. Engines create the text of a stack only when it is read, after a failure. */
function callerOf(called: object): Error {
  const caller = new Error();
  // Not every engine has it. The others show some more frames.
  const { captureStackTrace } = Error as { captureStackTrace?: (target: Error, below: object) => void };
  captureStackTrace?.(caller, called);
  return caller;
}

/** A response arrives long after the calling code has returned, so the error's own frames do not lead there. */
function showCaller(error: unknown, caller: Error): void {
  if (!(error instanceof SvcError || error instanceof TypeError)) return;
  if (!ownStacks.has(error)) ownStacks.set(error, error.stack);
  error.stack = `${ownStacks.get(error)}\n${caller.stack?.replace(/^Error.*\n/, '')}`;
}
