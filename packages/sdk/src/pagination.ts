import { ApiPromise, type WithResponse } from './api-promise.js';
import { InvalidResponseError } from './errors.js';
import { CancelError } from './generated/core/CancelablePromise.js';

/** A page of a list. */
export interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

type ItemOf<P extends Page> = Awaited<P['data'][number]>;

/**
 * A list. `await` it for its first page, or iterate over all objects of all pages, which are requested when they are
 * needed.
 *
 *     for await (const payment of svc.payments.list({ status: 'pending' })) { … }
 */
export class ListPromise<P extends Page> extends ApiPromise<P> implements AsyncIterable<ItemOf<P>> {
  readonly #fetchPage: (cursor: string) => ApiPromise<P>;
  /** The page that was requested last. */
  #page: ApiPromise<P>;
  #cancelled = false;

  /**
   * @param fetchPage requests the page at a cursor, or the first page without one
   * @param start the cursor of the first page
   */
  constructor(fetchPage: (cursor?: string) => ApiPromise<P>, start: string | undefined) {
    const first = fetchPage();
    super(() => first.withResponse().then((answer) => checked(answer, start)));
    this.#page = first;
    this.#fetchPage = fetchPage;
    // A failure is reported to the loop, which may begin later.
    this.catch(() => undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<P>, void, undefined> {
    for await (const { data } of this.pages()) yield* data as readonly ItemOf<P>[];
  }

  /** Cancels the request for the page in progress. No further page is requested. */
  override cancel(): void {
    this.#cancelled = true;
    this.#page.cancel();
    super.cancel();
  }

  /** All pages, one after another, starting with the first. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let { data: page } = await this.withResponse();
    for (;;) {
      yield page;
      const { hasMore, nextCursor } = page;
      if (!hasMore || nextCursor === null) return;
      if (this.#cancelled) throw new CancelError('Request aborted');
      this.#page = this.#fetchPage(nextCursor);
      page = checked(await this.#page.withResponse(), nextCursor).data;
    }
  }
}

/** Verifies that the response to a cursor is a valid page, and that one that goes on says where. */
function checked<P extends Page>(answer: WithResponse<P>, cursor: string | undefined): WithResponse<P> {
  const { data, hasMore, nextCursor } = answer.data;
  if (!Array.isArray(data) || typeof hasMore !== 'boolean')
    throw new InvalidResponseError('is not a page of a list', answer.response);
  if (!hasMore || (typeof nextCursor === 'string' && nextCursor !== '' && nextCursor !== cursor)) return answer;
  throw new InvalidResponseError('has hasMore true but no new nextCursor', answer.response);
}

/** Creates a list from the method that requests one page of it. */
export function listOf<P extends Page, Params extends { cursor?: string; after?: string }>(
  params: Params,
  fetchPage: (params: Params) => ApiPromise<P>,
): ListPromise<P> {
  return new ListPromise((cursor) => {
    if (cursor === undefined) return fetchPage(params);
    const next = { ...params, cursor };
    // It says where the first page begins. The service refuses it together with a cursor.
    delete next.after;
    return fetchPage(next);
  }, params?.cursor);
}
