import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId, idTime, type IdSource } from '../platform/ids.js';
import type { Logger } from '../platform/logger.js';
import type { WorkRef } from '../platform/queues/work-ref.js';
import { Registry } from '../platform/wiring/registry.js';
import { namesAnother, namesNothing } from './acquirer-callback.js';
import type {
  CallbackRequest,
  CallingProcessor,
  PaymentProcessor,
  ProcessorCallback,
  ProcessorNotice,
} from './payment-processor.js';
import { connectionIdOf } from './connections/connection-name.js';
import type { Notices } from './notices/notices.js';
import type { ProcessorRegistry } from './processor-registry.js';

/** A concept with attempts that callbacks refer to. */
export interface CallbackTarget {
  handles(operation: ProcessorCallback['operation']): boolean;
  /** Makes an open attempt of that processor due for an inquiry now. Returns false if there is none. */
  askNow(processor: string, callback: ProcessorCallback): Promise<boolean>;
  /** Returns the operation of a processor's attempt; undefined if it does not exist. */
  operationOf(processor: string, attempt: WorkRef): Promise<ProcessorCallback['operation'] | undefined>;
}

/** A callback whose body has not been read. */
export interface UnreadCallback extends Pick<CallbackRequest, 'headers'> {
  /** Reads the body. `limit` is in bytes; without it, the limit of all requests applies. */
  readBody(limit: number | undefined): Promise<Buffer>;
}

export interface ProcessorCallbacksDependencies {
  readonly processors: Pick<ProcessorRegistry, 'find'>;
  readonly connections: { findById(id: string): Promise<CallbackSource | undefined> };
  readonly ids: Pick<IdSource, 'one'>;
  readonly targets: Iterable<CallbackTarget>;
  readonly notices: Pick<Notices, 'add'>;
  readonly logger: Pick<Logger, 'warn'>;
}

export class CallbackTargets extends Registry<CallbackTarget> {}

/** Receives callbacks, which only trigger the usual inquiry: late, repeated or false ones change no outcome. */
export class ProcessorCallbacks {
  constructor(private readonly deps: ProcessorCallbacksDependencies) {}

  /** Throws `not_found` if no processor with that name sends callbacks, and the errors of readCallback. */
  async receive(name: string, { headers, readBody }: UnreadCallback): Promise<void> {
    const caller = await this.caller(name);
    const body = await readBody(caller?.processor.maxCallbackBytes);
    if (caller === undefined) throw new DomainError('not_found', 'This address does not exist.');
    const now = idTime(await this.deps.ids.one());
    try {
      const callback = await caller.processor.parseCallback({ headers, body, now });
      if (callback === 'ignored' || (await this.pass(caller, callback))) return;
      if (caller.processor.reportsOthers !== true) throw namesNothing();
    } catch (error) {
      if (error instanceof DomainError) {
        this.deps.logger.warn(
          { event: 'callback_refused', processor: name, code: error.code },
          'a processor callback was refused',
        );
      }
      throw error;
    }
  }

  /** Triggers an inquiry. Returns false if the report is about none of our attempts. */
  async pass(source: CallbackSource, report: ProcessorCallback | ProcessorNotice): Promise<boolean> {
    if ('reference' in report) {
      await this.storeNotice(source, report);
      return true;
    }
    // The gateway of one account says nothing about the payments of another.
    const isForeign = (source.environmentId ?? report.environmentId) !== report.environmentId;
    return !isForeign && this.take(source.name, report);
  }

  /** A connection by its public id, or a processor of the installation by its name. */
  private async caller(name: string): Promise<CallbackSource | undefined> {
    const id = fromPublicId('proc', name);
    if (id !== undefined) return this.deps.connections.findById(id);
    const processor = this.deps.processors.find(name);
    return processor !== undefined && calls(processor) ? { name, processor } : undefined;
  }

  private storeNotice(
    { name, environmentId }: CallbackSource,
    { operation, reference }: ProcessorNotice,
  ): Promise<void> {
    const processorId = connectionIdOf(name);
    if (environmentId === undefined || processorId === undefined) throw namesNothing();
    return this.deps.notices.add({ environmentId, processorId, kind: operation, reference });
  }

  /** Returns false if there is no such attempt. */
  private async take(name: string, callback: ProcessorCallback): Promise<boolean> {
    const targets = [...this.deps.targets];
    const target = targets.find((each) => each.handles(callback.operation));
    if (target === undefined) throw new Error(`nothing handles callbacks about a ${callback.operation}`);
    if (await target.askNow(name, callback)) return true;
    const operations = await Promise.all(targets.map((each) => each.operationOf(name, callback)));
    const named = operations.find((operation) => operation !== undefined);
    if (named !== undefined && named !== callback.operation) throw namesAnother(named);
    return named !== undefined;
  }
}

interface CallbackSource {
  /** As payments store it. */
  readonly name: string;
  readonly processor: CallingProcessor;
  /** Of a connection: the environment that it belongs to. */
  readonly environmentId?: number;
}

function calls(processor: PaymentProcessor): processor is CallingProcessor {
  return 'parseCallback' in processor;
}
