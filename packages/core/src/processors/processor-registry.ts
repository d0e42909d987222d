import type { OnApplicationShutdown } from '@nestjs/common';
import type { Mode } from '../security/environment.entity.js';
import type { ConnectionAdapters } from './connections/connection-adapters.js';
import { connectionIdOf } from './connections/connection-name.js';
import type { RoutedAmount } from './connections/connection-routing.js';
import type { PaymentProcessor } from './payment-processor.js';
import { hasStatement, type StatementProcessor } from './processor-statement.js';

/** A processor, and whether new payments may go to it. */
export interface UsableProcessor {
  readonly processor: PaymentProcessor;
  readonly enabled: boolean;
  /** Whether it takes new payments of this currency and amount. Left out if it takes all. */
  readonly takes?: (money: RoutedAmount) => boolean;
}

/** Finds processors by the name that payments store: those of the installation, and the connections of accounts. */
export class ProcessorRegistry implements OnApplicationShutdown {
  private readonly processors: PaymentProcessor[];

  constructor(
    processors: readonly PaymentProcessor[],
    private readonly names: Readonly<Record<Mode, string>>,
    private readonly connections: Pick<ConnectionAdapters, 'find'>,
  ) {
    this.processors = [...processors];
  }

  add(processor: PaymentProcessor): void {
    this.processors.push(processor);
  }

  /** The processor of the installation for payments without a connection. */
  forMode(mode: Mode): PaymentProcessor {
    const processor = this.find(this.names[mode]);
    if (processor === undefined) throw new Error(`there is no payment processor ${this.names[mode]}`);
    return processor;
  }

  /** Finds a processor of the installation. */
  find(name: string): PaymentProcessor | undefined {
    return this.processors.find((processor) => processor.name === name);
  }

  /** Whether calls to the processor go over a network. Those of every connection do. */
  isRemote(name: string): boolean {
    return connectionIdOf(name) !== undefined || this.find(name)?.isRemote === true;
  }

  /** Finds the processor of a payment; undefined if its connection was deleted. */
  async resolve(environmentId: number, name: string): Promise<UsableProcessor | undefined> {
    const id = connectionIdOf(name);
    if (id !== undefined) return this.connections.find(environmentId, id);
    const processor = this.find(name);
    if (processor === undefined) throw new Error(`there is no payment processor ${name}`);
    return { processor, enabled: true };
  }

  /** Finds a processor that has a statement of its own; undefined if it has none, or is not connected any more. */
  async statementOf(environmentId: number, name: string): Promise<StatementProcessor | undefined> {
    const id = connectionIdOf(name);
    const processor = id === undefined ? this.find(name) : (await this.connections.find(environmentId, id))?.processor;
    return processor !== undefined && hasStatement(processor) ? processor : undefined;
  }

  /** Returns the processors of the installation with a statement of their own. */
  withStatement(): string[] {
    return this.processors.filter(hasStatement).map(({ name }) => name);
  }

  withoutStatement(): string[] {
    return this.processors.filter((processor) => !hasStatement(processor)).map(({ name }) => name);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.processors.map(async (processor) => processor.close?.()));
  }
}
