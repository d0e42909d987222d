import type { ApiPromise } from '../api-promise.js';
import { listOf, type ListPromise } from '../pagination.js';
import type { CreateProcessor } from '../generated/models/CreateProcessor.js';
import type { Processor } from '../generated/models/Processor.js';
import type { ProcessorPage } from '../generated/models/ProcessorPage.js';
import type { ProcessorVerification } from '../generated/models/ProcessorVerification.js';
import type { UpdateProcessor } from '../generated/models/UpdateProcessor.js';
import type { ProcessorsService } from '../generated/services/ProcessorsService.js';
import type { ActionOptions, ConditionalOptions, IdempotentOptions, RequestOptions } from '../options.js';
import type { ServiceForCall } from './service.js';

export type ProcessorListParams = Parameters<ProcessorsService['listProcessors']>[0];

/** Connections to accounts at payment processors. */
export class Processors {
  readonly #service: ServiceForCall<ProcessorsService>;

  constructor(service: ServiceForCall<ProcessorsService>) {
    this.#service = service;
  }

  /** Connects an account at a processor. Its credentials are checked, and never shown again. */
  create(params: CreateProcessor, options?: IdempotentOptions): ApiPromise<Processor> {
    return this.#service(options).createProcessor({ ...options, requestBody: params });
  }

  /** Returns one connection, without its credentials. */
  retrieve(id: string, options?: RequestOptions): ApiPromise<Processor> {
    return this.#service(options).getProcessor({ processorId: id });
  }

  /** Returns a page of connections, newest first. */
  list(params: ProcessorListParams = {}, options?: RequestOptions): ListPromise<ProcessorPage> {
    return listOf(params, (page) => this.#service(options, page).listProcessors(page));
  }

  /** Changes the given fields. `enabled: false` keeps new payments away; those under way are completed. */
  update(id: string, params: UpdateProcessor, options?: ConditionalOptions): ApiPromise<Processor> {
    return this.#service(options).updateProcessor({ ...options, processorId: id, requestBody: params });
  }

  /** Removes a connection and its credentials. Fails while payments or refunds of it are pending. */
  delete(id: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.#service(options).deleteProcessor({ ...options, processorId: id });
  }

  /** Asks the processor now whether it accepts the credentials, and what they may do. */
  verify(id: string, options?: ActionOptions): ApiPromise<ProcessorVerification> {
    return this.#service(options).verifyProcessor({ ...options, processorId: id });
  }
}
