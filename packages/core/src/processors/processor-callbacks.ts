import { DomainError } from '../platform/errors/domain-error.js';
import { idTime, type IdSource } from '../platform/ids/id-source.js';
import type { Logger } from '../platform/logger.js';
import type { CallbackRequest, CallingProcessor, PaymentProcessor, ProcessorCallback } from './payment-processor.js';
import type { ProcessorRegistry } from './processor-registry.js';

/** What has attempts under way. */
export interface AskedProcessor {
  /**
   * Lets the processor be asked at once what became of an attempt of that processor; nothing happens when there is none
   * that is open.
   */
  askNow(processor: string, callback: ProcessorCallback): Promise<void>;
}

/**
 * Takes what processors call in. A callback makes the worker ask, on the same path as ever, and nothing more: one that is
 * late, doubled or about nothing has no effect, and one that lies learns that the answer decides.
 */
export class ProcessorCallbacks {
  constructor(
    private readonly processors: Pick<ProcessorRegistry, 'find'>,
    private readonly ids: IdSource,
    private readonly payments: AskedProcessor,
    private readonly refunds: AskedProcessor,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Throws `not_found` when no processor of that name calls, and what is wrong with the callback. */
  async receive(name: string, request: Omit<CallbackRequest, 'now'>): Promise<void> {
    const processor = this.processors.find(name);
    if (processor === undefined || !calls(processor)) {
      throw new DomainError('not_found', 'There is nothing at this address.');
    }
    const callback = this.parse(processor, { ...request, now: idTime(await this.ids.one()) });
    const asked = callback.operation === 'refund' ? this.refunds : this.payments;
    await asked.askNow(name, callback);
  }

  private parse(processor: CallingProcessor, request: CallbackRequest): ProcessorCallback {
    try {
      return processor.parseCallback(request);
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined;
      this.logger.warn({ event: 'callback_refused', processor: processor.name, code }, 'a callback is not taken');
      throw error;
    }
  }
}

function calls(processor: PaymentProcessor): processor is CallingProcessor {
  return 'parseCallback' in processor;
}
