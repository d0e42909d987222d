import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AcquirerSchemas, isAcquirers } from '@svc/acquirer-contract';
import { Unexpected } from './check.js';
import type { CallbackReceiver } from './callbacks.js';
import type { Exchange, Gateway, Sent } from './gateway.js';

export type Operation = AcquirerSchemas['Operation'];
export type Path = 'authorizations' | 'captures' | 'voids' | 'refunds';

const KINDS = { authorizations: 'authorize', captures: 'capture', voids: 'void', refunds: 'refund' } as const;
const SETTLED_WITHIN_MS = 30_000;
const POLL_MS = 250;

export interface RunSettings {
  readonly version: '1.3' | '1.4';
  readonly currency: string;
  /** An amount that is approved, with `token`. */
  readonly amount: number;
  readonly token: string | null;
  readonly declinedAmount: number | undefined;
  readonly declinedToken: string | undefined;
  readonly pendingAmount: number | undefined;
  readonly actionAmount: number | undefined;
}

/** An operation that was sent, and its outcome. */
export interface Done {
  readonly reference: string;
  readonly path: Path;
  readonly body: object;
  readonly exchange: Exchange;
  readonly operation: Operation;
}

/** A run of the checks against one gateway, with references of its own. */
export class Run {
  readonly startedAt = new Date();
  /** Operations that the gateway has answered, by reference: its statement must contain them. */
  readonly done = new Map<string, Done>();
  private readonly name = `kit-${randomBytes(4).toString('hex')}`;
  private lastPayment = BigInt(Date.now()) * 1_000n;
  private lastReference = 0;

  constructor(
    private readonly gateway: Gateway,
    readonly settings: RunSettings,
    readonly callbacks: CallbackReceiver | undefined,
  ) {}

  newReference(): string {
    return `${this.name}-${(this.lastReference += 1)}`;
  }

  money(value = this.settings.amount): AcquirerSchemas['Amount'] {
    return { value, currency: this.settings.currency };
  }

  /** A request for an authorization that the gateway approves. */
  authorization(change: Partial<AcquirerSchemas['Authorization']> = {}): AcquirerSchemas['Authorization'] {
    const payment = `pay_${(this.lastPayment += 1n)}`;
    const { token: paymentMethodToken } = this.settings;
    return { payment, amount: this.money(), captureMethod: 'automatic', paymentMethodToken, ...change };
  }

  ask(sent: Sent): Promise<Exchange> {
    return this.gateway.ask(sent);
  }

  send(path: Path, body: object, reference = this.newReference()): Promise<Exchange> {
    return this.ask({ method: 'POST', path, reference, body });
  }

  find(reference: string): Promise<Exchange> {
    return this.ask({ method: 'GET', path: `operations/${reference}` });
  }

  /** Sends an operation, and waits until it is not pending any more. */
  async operate(path: Path, body: object, reference = this.newReference()): Promise<Done> {
    let exchange = await this.send(path, body, reference);
    let operation = this.operationIn(exchange, path, reference);
    const endsAt = Date.now() + SETTLED_WITHIN_MS;
    while (operation.status === 'pending') {
      if (Date.now() > endsAt) throw new Unexpected('an outcome within 30 seconds', exchange);
      await sleep(POLL_MS);
      exchange = await this.find(reference);
      operation = this.operationIn(exchange, path, reference);
    }
    const done = { reference, path, body, exchange, operation };
    this.done.set(reference, done);
    if (path === 'voids' && operation.status === 'approved') this.noteVoided(body);
    return done;
  }

  /** Sends an operation that must end so. `code` counts for declined ones only. */
  async expect(status: Operation['status'], path: Path, body: object, code?: string): Promise<Done> {
    const done = await this.operate(path, body);
    this.requireStatus(done, status, code);
    return done;
  }

  /** Sends an operation again: the outcome must be the same, by the request and by an inquiry. */
  async repeat(done: Done): Promise<void> {
    for (const again of [() => this.send(done.path, done.body, done.reference), () => this.find(done.reference)]) {
      const exchange = await again();
      const operation = this.operationIn(exchange, done.path, done.reference);
      if (outcomeOf(operation) !== outcomeOf(done.operation)) {
        throw new Unexpected(`the same outcome as at first: ${outcomeOf(done.operation)}`, exchange);
      }
    }
  }

  /** Inquires about an operation, which must have this status. */
  async expectState(done: Done, status: Operation['status'], code?: string): Promise<void> {
    const exchange = await this.find(done.reference);
    const operation = this.operationIn(exchange, done.path, done.reference);
    this.done.set(done.reference, { ...done, operation });
    this.requireStatus({ ...done, exchange, operation }, status, code);
  }

  expectRefusal(exchange: Exchange, ...statuses: number[]): void {
    if (!statuses.includes(exchange.came.status)) throw new Unexpected(`status ${statuses.join(' or ')}`, exchange);
  }

  /** Nothing may have been done under the reference. */
  async expectNothing(reference: string): Promise<void> {
    const exchange = await this.find(reference);
    if (exchange.came.status === 404 && isAcquirers('NotDone', exchange.came.body)) return;
    throw new Unexpected('status 404 with the code operation_not_found', exchange);
  }

  private operationIn(exchange: Exchange, path: Path, reference: string): Operation {
    const { status, body } = exchange.came;
    if (status !== 200 || !isAcquirers('Operation', body)) {
      throw new Unexpected('status 200 with an operation, as application/json in UTF-8', exchange);
    }
    if (body.reference !== reference || body.operation !== KINDS[path]) {
      throw new Unexpected(`the operation ${KINDS[path]} with the reference ${reference}`, exchange);
    }
    return body;
  }

  private noteVoided({ authorization }: { readonly authorization?: string }): void {
    const held = this.done.get(authorization ?? '');
    if (held === undefined) return;
    const { reference, operation } = held.operation;
    const voided = { reference, operation, status: 'declined', code: 'voided', message: 'Voided.' } as const;
    this.done.set(held.reference, { ...held, operation: voided });
  }

  private requireStatus({ operation, exchange }: Done, status: Operation['status'], code: string | undefined): void {
    const isCode = code === undefined || (operation.status === 'declined' && operation.code === code);
    if (operation.status === status && isCode) return;
    throw new Unexpected(`the status ${status}${code === undefined ? '' : ` with the code ${code}`}`, exchange);
  }
}

function outcomeOf(operation: Operation): string {
  return operation.status === 'declined' ? `declined, ${operation.code}` : operation.status;
}
