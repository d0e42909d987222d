import type { OnApplicationShutdown } from '@nestjs/common';
import type { Mode } from '../security/environment.entity.js';
import type { PaymentProcessor } from './payment-processor.js';
import { hasStatement, type StatementProcessor } from './processor-statement.js';

export class ProcessorRegistry implements OnApplicationShutdown {
  private readonly processors: PaymentProcessor[];

  constructor(
    processors: readonly PaymentProcessor[],
    private readonly names: Readonly<Record<Mode, string>>,
  ) {
    this.processors = [...processors];
  }

  add(processor: PaymentProcessor): void {
    this.processors.push(processor);
  }

  forMode(mode: Mode): PaymentProcessor {
    return this.byName(this.names[mode]);
  }

  byName(name: string): PaymentProcessor {
    const processor = this.find(name);
    if (processor === undefined) throw new Error(`there is no payment processor ${name}`);
    return processor;
  }

  find(name: string): PaymentProcessor | undefined {
    return this.processors.find((processor) => processor.name === name);
  }

  /** Returns the processors with a statement of their own. */
  withStatement(): StatementProcessor[] {
    return this.processors.filter(hasStatement);
  }

  withoutStatement(): string[] {
    return this.processors.filter((processor) => !hasStatement(processor)).map(({ name }) => name);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.processors.map(async (processor) => processor.close?.()));
  }
}
