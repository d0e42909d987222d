import { ConnectionError, TimeoutError } from './errors.js';
import type { ApiRequestOptions } from './generated/core/ApiRequestOptions.js';
import { BaseHttpRequest } from './generated/core/BaseHttpRequest.js';
import { CancelablePromise } from './generated/core/CancelablePromise.js';
import { readStream } from './event-stream.js';
import { checkedTimeout, type Connection, type RequestOptions } from './options.js';
import { wireRequest, type WireRequest } from './request.js';
import { readFile, readResponse, type ReadingLimits } from './response.js';

/** What calls expect for an answer, and how it is read. */
export interface Expected {
  readonly accept: string;
  read(response: Response, limits: ReadingLimits): Promise<unknown>;
}

const JSON_ANSWER: Expected = { accept: 'application/json', read: readResponse };

/** A file of any type. The time limit ends once its head has come. */
export const FILE: Expected = { accept: '*/*', read: readFile };

/** A stream of events. Once its head has come, the time limit holds for each silence in it. */
export const STREAM: Expected = { accept: 'text/event-stream', read: readStream };

/** Carries out one call of the generated client, on one client's connection and with the options of that call. */
export class Transport extends BaseHttpRequest {
  readonly #connection: Connection;
  readonly #call: RequestOptions;
  readonly #expected: Expected;

  constructor(connection: Connection, call: RequestOptions = {}, expected = JSON_ANSWER) {
    super({ BASE: connection.baseUrl, VERSION: '1', WITH_CREDENTIALS: false, CREDENTIALS: 'omit' });
    this.#connection = connection;
    this.#call = call;
    this.#expected = expected;
  }

  override request<T>(operation: ApiRequestOptions): CancelablePromise<T> {
    return new CancelablePromise<T>((resolve, reject, onCancel) => {
      const cancelled = new AbortController();
      onCancel(() => cancelled.abort());
      this.#perform(operation, cancelled.signal).then((answer) => resolve(answer as T), reject);
    });
  }

  async #perform(operation: ApiRequestOptions, cancelled: AbortSignal): Promise<unknown> {
    const request = wireRequest(this.#connection, operation, this.#call, this.#expected.accept);
    return this.#attempt(request, [cancelled, ...(this.#call.signal === undefined ? [] : [this.#call.signal])]);
  }

  /** Sends the request once. The time limit holds until the body has been read. */
  async #attempt({ url, ...request }: WireRequest, endings: readonly AbortSignal[]): Promise<unknown> {
    const milliseconds = checkedTimeout(this.#call.timeout ?? this.#connection.timeout);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), milliseconds);
    const signal = AbortSignal.any([late.signal, ...endings]);
    try {
      // A followed redirect turns a POST into a GET and may carry the key elsewhere.
      const response = await this.#send(url, { ...request, redirect: 'manual', signal });
      return await this.#expected.read(response, { milliseconds, endings });
    } catch (error) {
      for (const ending of endings) ending.throwIfAborted();
      throw late.signal.aborted ? new TimeoutError(milliseconds) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#connection.fetch(url, init);
    } catch (cause) {
      throw new ConnectionError(`The service cannot be reached at ${this.#connection.baseUrl}.`, { cause });
    }
  }
}
