import { ApiPromise, type WithResponse } from './api-promise.js';
import { attempts, patienceOf, within } from './attempts.js';
import type { ReadingLimits } from './body.js';
import { ApiError, ConnectionError, SvcError } from './errors.js';
import type { ApiRequestOptions } from './generated/core/ApiRequestOptions.js';
import { BaseHttpRequest } from './generated/core/BaseHttpRequest.js';
import { readStream } from './event-stream.js';
import { checkNames } from './given.js';
import { readFile } from './file-download.js';
import { IDEMPOTENCY_KEY } from './headers.js';
import { checkedCall, type AttemptedCall, type Connection, type RequestOptions } from './options.js';
import { wireRequest, type WireRequest } from './request.js';
import { readResponse, requireNoContent } from './response.js';

/** What calls expect for an answer, and how it is read. */
export interface Expected {
  readonly headers: Readonly<Record<string, string>>;
  read(response: Response, limits: ReadingLimits): Promise<unknown>;
}

const JSON_ANSWER: Expected = {
  headers: { Accept: 'application/json' },
  read: readResponse,
};

/** No content, as after a deletion. */
export const NOTHING: Expected = { headers: JSON_ANSWER.headers, read: requireNoContent };

/**
 * A file of any type. The time limit ends once its head has come. A proxy that compresses the file removes its length, without
 * which fetch may take a file that was cut short for a whole one.
 */
export const FILE: Expected = { headers: { Accept: '*/*', 'Accept-Encoding': 'identity' }, read: readFile };

/** A stream of events. Once its head has come, the time limit holds for each silence in it. */
export const STREAM: Expected = { headers: { Accept: 'text/event-stream' }, read: readStream };

/** Carries out one call of the generated client, on one client's connection and with the options of that call. */
export class Transport extends BaseHttpRequest {
  readonly #connection: Connection;
  readonly #call: RequestOptions;
  readonly #filters: object | undefined;
  readonly #expected: Expected;

  constructor(connection: Connection, call: RequestOptions = {}, filters?: object, expected = JSON_ANSWER) {
    super({ BASE: connection.baseUrl, VERSION: '1', WITH_CREDENTIALS: false, CREDENTIALS: 'omit' });
    this.#connection = connection;
    this.#call = call;
    this.#filters = filters;
    this.#expected = expected;
  }

  override request<T>(operation: ApiRequestOptions): ApiPromise<T> {
    return new ApiPromise((cancelled) => this.#perform(operation, cancelled) as Promise<WithResponse<T>>);
  }

  async #perform(operation: ApiRequestOptions, cancelled: AbortSignal): Promise<WithResponse<unknown>> {
    checkNames(operation, this.#call, this.#filters);
    const call = checkedCall(this.#call);
    // One request for all attempts: the service tells by its key that they are one.
    const request = wireRequest(this.#connection, operation, call, this.#expected.headers);
    const endings = call.signal === undefined ? [cancelled] : [cancelled, call.signal];
    const patience = {
      ...patienceOf(this.#connection, call),
      endings,
      onWait: (n: number, milliseconds: number) =>
        this.#connection.onEvent({ kind: 'wait', ...attemptOf(request, n), milliseconds }),
    };
    try {
      return await attempts((milliseconds, n) => this.#attempt(request, milliseconds, endings, n), patience);
    } catch (error) {
      const key = request.headers.get(IDEMPOTENCY_KEY);
      if (error instanceof SvcError && key !== null) error.idempotencyKey = key;
      throw error;
    }
  }

  /** Sends the request once. */
  async #attempt(
    wire: WireRequest,
    milliseconds: number,
    endings: readonly AbortSignal[],
    attempt: number,
  ): Promise<WithResponse<unknown>> {
    const { onEvent, timeout } = this.#connection;
    const { url, ...request } = wire;
    // A silence within a stream is no part of the call, whose time may be all but over when the stream begins.
    const limits = { milliseconds: this.#call.timeout ?? timeout, endings };
    const about = attemptOf(wire, attempt);
    const begun = performance.now();
    onEvent({ kind: 'request', ...about });
    try {
      return await within(milliseconds, endings, async (signal) => {
        // A followed redirect turns a POST into a GET and may carry the key elsewhere.
        const response = await this.#send(url, { ...request, redirect: 'manual', signal });
        const { status, headers } = response;
        const requestId = headers.get('Request-Id') ?? undefined;
        onEvent({ kind: 'response', ...about, status, requestId, milliseconds: performance.now() - begun });
        const data = await this.#expected.read(response, limits);
        return { data, response: { status, headers, requestId } };
      });
    } catch (error) {
      if (!(error instanceof ApiError))
        onEvent({ kind: 'failure', ...about, code: codeOf(error), milliseconds: performance.now() - begun });
      throw error;
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

function attemptOf({ method, url }: WireRequest, attempt: number): AttemptedCall {
  return { method, url: url.split('?', 1)[0] ?? url, attempt };
}

function codeOf(error: unknown): string {
  return error instanceof SvcError ? error.code : 'aborted';
}
