import type { AcquirerSchemas } from '@svc/acquirer-contract';
import { toPublicId } from '../platform/ids.js';
import { isCustomerAddress } from '../platform/customer-address.js';
import type { Logger } from '../platform/logger.js';
import { withoutUnseen } from '../platform/unseen-characters.js';
import { ACQUIRER_MEMORY_MS } from './acquirer-memory.js';
import type { AcquirerAnswer, AcquirerClient } from './acquirer-client.js';
import { checkAfter } from './check-after.js';
import { PAGE_LINES, readPage } from './acquirer-statement.js';
import { readCallback } from './acquirer-callback.js';
import { referenceOf } from './own-reference.js';
import {
  type CallbackRequest,
  type CallingProcessor,
  NOT_SENT,
  type ProcessorAttempt,
  type ProcessorCallback,
  type ProcessorOutcome,
  type ProcessorRequest,
  type RefundOutcome,
  type RefundRequest,
} from './payment-processor.js';
import type { CredentialsReport } from './connections/connection-health.js';
import type { StatementAnswer, StatementProcessor, StatementRequest } from './processor-statement.js';

/** The most calls that a step makes: the inquiry about a repeated operation, and the operation. */
export const HTTP_CALLS_PER_STEP = 2;
const MAX_LATER_WAIT_MS = 60_000;
/** How long an operation waits before the acquirer is tried again with a key that it refuses. */
const REFUSED_FOR_MS = 60_000;
/** After this time a request does not arrive any more. */
const LOST_AFTER_MS = 600_000;

type Operation = AcquirerSchemas['Operation'];

/** The versions of openapi/acquirer.yaml that gateways may have. */
export type ContractVersion = '1.3' | '1.4';

export interface HttpProcessorOptions {
  /** Requests are closed: what 1.4 has added is only sent to a gateway of 1.4. By default 1.3. */
  readonly contractVersion?: ContractVersion;
  readonly credentials?: CredentialsReport;
  /** Where a gateway of 1.4 sends the customer back to: an absolute URL of this instance. */
  readonly returnUrl?: ((attempt: ProcessorAttempt) => string) | undefined;
}

/** Any acquirer that implements openapi/acquirer.yaml. An outcome that the contract does not define is `unknown`. */
export class HttpProcessor implements CallingProcessor, StatementProcessor {
  readonly name = 'http';
  readonly isRemote = true;

  constructor(
    private readonly acquirer: Pick<AcquirerClient, 'send' | 'find' | 'list' | 'close'>,
    private readonly callbackKeys: readonly Buffer[],
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly options: HttpProcessorOptions = {},
  ) {}

  needsApproval(): boolean {
    return false;
  }

  /** Before 1.4 a capture is always of the authorized amount. */
  canCapturePart(): boolean {
    return this.options.contractVersion === '1.4';
  }

  async authorize(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return this.outcome(attempt, 'authorize', () => this.sendAuthorization(attempt));
  }

  async capture(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const capture: AcquirerSchemas['Capture'] = { authorization: authorizationOf(attempt), amount: amountOf(attempt) };
    // The version may have been changed since the capture was requested. The gateway could take everything.
    const isUnsendable = attempt.amountValue < attempt.authorizedValue && !this.canCapturePart();
    return this.outcome(attempt, 'capture', isUnsendable ? undefined : () => this.send('captures', attempt, capture));
  }

  async void(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    const release: AcquirerSchemas['Void'] = { authorization: authorizationOf(attempt) };
    return this.outcome(attempt, 'void', () => this.send('voids', attempt, release));
  }

  async getStatus(attempt: ProcessorAttempt): Promise<ProcessorOutcome> {
    return this.outcome(attempt, attempt.operation);
  }

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    const refund: AcquirerSchemas['Refund'] = {
      authorization: referenceOf({ environmentId: request.environmentId, id: request.paymentReference }),
      amount: amountOf(request),
    };
    return withoutAction(await this.outcome(request, 'refund', () => this.send('refunds', request, refund)));
  }

  async getRefundStatus(request: RefundRequest): Promise<RefundOutcome> {
    return withoutAction(await this.outcome(request, 'refund'));
  }

  async parseCallback(request: CallbackRequest): Promise<ProcessorCallback> {
    return Promise.resolve(readCallback(request, this.callbackKeys));
  }

  async readStatement(request: StatementRequest): Promise<StatementAnswer> {
    const { from, to, position } = request;
    const range = { from: from.toISOString(), to: to.toISOString(), limit: PAGE_LINES };
    const answer = await this.acquirer.list(position === null ? range : { ...range, cursor: position.cursor });
    return answer.kind === 'page' ? readPage(answer.page, request) : answer;
  }

  close(): Promise<void> {
    return this.acquirer.close();
  }

  private async outcome(
    request: ProcessorRequest,
    operation: Operation['operation'],
    send?: () => Promise<AcquirerAnswer>,
  ): Promise<ProcessorOutcome> {
    const answer = await this.answerTo(request, send);
    this.reportCredentials(answer);
    if (answer.kind === 'not_done' && isLost(request)) return NOT_SENT;
    const outcome = answer.kind === 'operation' ? outcomeOf(request, operation, answer.operation) : undefined;
    return outcome ?? this.withoutOutcome(request, operation, answer);
  }

  /** Reports whether the acquirer accepted the credentials, if its answer shows that. */
  private reportCredentials(answer: AcquirerAnswer): void {
    const { credentials } = this.options;
    if (answer.kind === 'refused') credentials?.refused(`The processor refuses the credentials (${answer.reason}).`);
    if (answer.kind === 'operation' || answer.kind === 'not_done') credentials?.accepted();
  }

  /** What an answer means that does not say how the operation stands. */
  private withoutOutcome(
    request: ProcessorRequest,
    operation: Operation['operation'],
    answer: AcquirerAnswer,
  ): ProcessorOutcome {
    if (answer.kind === 'rate_limited') {
      return { kind: 'later', reason: 'rate_limited', checkAfterMs: Math.min(checkAfter(request), MAX_LATER_WAIT_MS) };
    }
    const reason = 'reason' in answer ? answer.reason : unusable(answer);
    this.logger.warn(
      { event: 'acquirer_unclear', attempt: request.reference, operation, reason },
      'the acquirer gave no usable response; the operation will be retried or queried',
    );
    if (answer.kind === 'refused') return { kind: 'later', reason: 'unauthorized', checkAfterMs: REFUSED_FOR_MS };
    if (answer.kind !== 'not_sent' || request.isRepeat) return { kind: 'unknown' };
    return { kind: 'later', reason: 'unreachable', checkAfterMs: checkAfter(request) };
  }

  /**
   * Sends a first request, and inquires about a repeated one. If the acquirer does not know it, sends it again under
   * the same reference, so that only one of the two takes effect.
   */
  private async answerTo(request: ProcessorRequest, send?: () => Promise<AcquirerAnswer>): Promise<AcquirerAnswer> {
    if (send !== undefined && !request.isRepeat) return send();
    const known = await this.find(request);
    const isSentAgain = send !== undefined && isRemembered(request) && request.expiredForMs === null;
    return known.kind === 'not_done' && isSentAgain ? send() : known;
  }

  private find(request: ProcessorRequest): Promise<AcquirerAnswer> {
    return this.acquirer.find(nameOf(request), request.trace);
  }

  private async sendAuthorization(attempt: ProcessorAttempt): Promise<AcquirerAnswer> {
    const authorization: AcquirerSchemas['Authorization'] = {
      payment: toPublicId('pay', attempt.paymentId),
      amount: amountOf(attempt),
      captureMethod: attempt.captureMethod,
      paymentMethodToken: await attempt.paymentMethodToken(),
      ...(this.options.contractVersion === '1.4' ? this.detailsOf(attempt) : {}),
    };
    return this.send('authorizations', attempt, authorization);
  }

  private detailsOf(attempt: ProcessorAttempt): Partial<AcquirerSchemas['Authorization']> {
    const { customer, description, initiator } = attempt;
    const returnUrl = this.options.returnUrl?.(attempt);
    return {
      ...(customer === null ? {} : { customer: { id: toPublicId('cust', customer.id), email: customer.email } }),
      ...(description === null ? {} : { description }),
      ...(returnUrl === undefined ? {} : { returnUrl }),
      initiator,
    };
  }

  private send(
    path: Parameters<AcquirerClient['send']>[0],
    request: ProcessorRequest,
    body: object,
  ): Promise<AcquirerAnswer> {
    return this.acquirer.send(path, nameOf(request), body, request.trace);
  }
}

/** Whether the acquirer still knows the request if it was carried out: it may forget old ones. */
function isRemembered({ startedAt, now }: ProcessorRequest): boolean {
  return now.getTime() - startedAt.getTime() < ACQUIRER_MEMORY_MS;
}

/** Whether a request that the acquirer does not know can no longer arrive: nothing is sent after the time of a payment is up. */
function isLost(request: ProcessorRequest): boolean {
  const { expiredForMs } = request;
  return expiredForMs !== null && expiredForMs >= LOST_AFTER_MS && isRemembered(request);
}

function nameOf({ environmentId, reference }: ProcessorRequest): string {
  return referenceOf({ environmentId, id: reference });
}

function authorizationOf({ environmentId, authorization }: ProcessorAttempt): string {
  return referenceOf({ environmentId, id: authorization });
}

function amountOf({ amountValue, currency }: ProcessorRequest): AcquirerSchemas['Amount'] {
  return { value: amountValue, currency };
}

/** Whether the customer cannot be sent to the page of an operation: what a merchant may not send either. */
function isUnusablePage(operation: Operation): boolean {
  return operation.status === 'requires_action' && !isCustomerAddress(operation.actionUrl, ['https:']);
}

/** Why a response without a reason does not say how the operation stands. */
function unusable(answer: Extract<AcquirerAnswer, { kind: 'operation' | 'not_done' }>): string {
  const isPage = answer.kind === 'operation' && isUnusablePage(answer.operation);
  return isPage ? 'an actionUrl that no customer can be sent to' : 'a response about something else, or none';
}

function outcomeOf(
  request: ProcessorRequest,
  asked: Operation['operation'],
  operation: Operation,
): ProcessorOutcome | undefined {
  if (operation.reference !== nameOf(request) || operation.operation !== asked) return undefined;
  switch (operation.status) {
    case 'approved':
      return { kind: 'approved' };
    case 'declined':
      return { kind: 'declined', code: operation.code, message: withoutUnseen(operation.message, ' ') };
    case 'pending':
      return { kind: 'pending', checkAfterMs: checkAfter(request) };
    case 'requires_action':
      if (asked !== 'authorize' || isUnusablePage(operation)) return undefined;
      return { kind: 'requires_action', url: operation.actionUrl, checkAfterMs: checkAfter(request) };
  }
}

function withoutAction(outcome: ProcessorOutcome): RefundOutcome {
  return outcome.kind === 'requires_action' ? { kind: 'unknown' } : outcome;
}
