import type { ApiPromise } from '../api-promise.js';
import type { AdvanceTestClock } from '../generated/models/AdvanceTestClock.js';
import type { TestClock } from '../generated/models/TestClock.js';
import type { TestClockService } from '../generated/services/TestClockService.js';
import type { IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

/** The clock that schedules in test mode use. It needs a test key. */
export class TestClocks {
  readonly #service: ServiceForCall<TestClockService>;

  constructor(service: ServiceForCall<TestClockService>) {
    this.#service = service;
  }

  /** What time it is in test mode, and whether the clock is on its way. */
  retrieve(options?: RequestOptions): ApiPromise<TestClock> {
    return this.#service(options).getTestClock();
  }

  /** Sends the clock on by an ISO 8601 duration, such as `P1M`; it has arrived when its status is `idle` again. */
  advance(params: AdvanceTestClock, options?: IdempotentOptions): ApiPromise<TestClock> {
    return this.#service(options).advanceTestClock({ ...options, requestBody: params });
  }
}
