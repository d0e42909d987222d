import type { Mode } from '../security/environment.entity.js';
import { ManualProcessor } from './manual-processor.js';
import type { PaymentProcessor } from './payment-processor.js';
import { SandboxProcessor, type SandboxCustomer } from './sandbox-processor.js';

/** Which processor carries out which payments. */
export class ProcessorRegistry {
  private readonly sandbox: PaymentProcessor;
  private readonly manual: PaymentProcessor = new ManualProcessor();

  constructor(customer: SandboxCustomer) {
    this.sandbox = new SandboxProcessor(customer);
  }

  /** The processor for new payments of a mode. */
  forMode(mode: Mode): PaymentProcessor {
    return mode === 'test' ? this.sandbox : this.manual;
  }

  /** The processor that a payment was created for. */
  byName(name: string): PaymentProcessor {
    const processor = [this.sandbox, this.manual].find((candidate) => candidate.name === name);
    if (processor === undefined) throw new Error(`no payment processor is called ${name}`);
    return processor;
  }
}
