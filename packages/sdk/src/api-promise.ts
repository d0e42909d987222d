import { SvcError } from './errors.js';
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

/** The own stacks of errors. One of a page passes the list that it belongs to as well, which is closer to the caller. */
const ownStacks = new WeakMap<Error, string | undefined>();

/** Where a call begins. Until its stack is read, after a failure, engines make no text of it. */
function callerOf(called: object): Error {
  const caller = new Error();
  // Not every engine has it; the others show some frames more.
  const { captureStackTrace } = Error as { captureStackTrace?: (target: Error, below: object) => void };
  captureStackTrace?.(caller, called);
  return caller;
}

/** An answer comes long after the code that asked has returned, so that the error's own frames do not lead there. */
function showCaller(error: unknown, caller: Error): void {
  if (!(error instanceof SvcError || error instanceof TypeError)) return;
  if (!ownStacks.has(error)) ownStacks.set(error, error.stack);
  error.stack = `${ownStacks.get(error)}\n${caller.stack?.replace(/^Error.*\n/, '')}`;
}
