import type { FieldError, Schemas } from '@svc/contract';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { type DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { connectionName, publicProcessor } from '../processors/connections/connection-name.js';
import {
  canCharge,
  ConnectionRoutes,
  type RoutedAmount,
  refusedField,
  type RoutedConnection,
  takesPayment,
} from '../processors/connections/connection-routing.js';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import { MANUAL } from '../processors/manual-processor.js';
import { SANDBOX } from '../processors/sandbox-processor.js';
import type { Mode } from '../security/environment.entity.js';
import type { NewPayment } from './creating/payment-writer.js';

// Which processor a payment goes to. The first rule that applies decides:
//
// 1. The connection of the payment method. A token is of one account, so that no other connection can replace it.
// 2. The processor that `processorId` names.
// 3. For a payment method without a connection: the processor of the installation, whose token it was when the method was added.
//    Where that is people, the token can only be of a connection that came later: the next rule chooses it, without failover.
// 4. Of the enabled connections that take the currency and the amount, the one with the lowest priority number. Connections of
//    a kind that suits the payment come before the others. Only such a payment may move to another connection later.
// 5. The processor of the installation: the sandbox in test mode, PROCESSOR_LIVE in live mode.
//
// All payments follow these rules. They differ in what is refused:
//
// - A payment of the API is refused if the processor of rule 1 or 2 does not take it, if these two differ, if rule 4 only finds
//   connections that need a payment method, or if rule 5 leaves it to people although there are connections: they would
//   confirm money that no processor took.
// - A payment of a checkout session has a page that takes the payment method, so that rule 1 never applies. It is always
//   refused where people would have to take it, since there is no page for that (checkout/checkout-processor.ts).
// - A payment of a subscription is never refused, because it is owed: it fails and is tried again, or waits for a person.

/** Where a new payment goes, as payments store it. */
export interface Route {
  readonly processor: string;
  /** Whether another connection may get the payment if this one certainly received nothing. */
  readonly canFailOver: boolean;
}

interface Choice {
  /** By rule 1 or 2. */
  readonly asked: string | undefined;
  /** Whether it is charged to a payment method, which without `asked` has no connection. */
  readonly hasMethod: boolean;
  readonly suits: (kind: string) => boolean;
  /** The processor of the installation. */
  readonly installed: string;
}

/** Applies the rules. */
export function chooseRoute(
  routes: ConnectionRoutes,
  payment: RoutedAmount & { readonly environmentId: number },
  { asked, hasMethod, suits, installed }: Choice,
): Route {
  if (asked !== undefined) return { processor: asked, canFailOver: false };
  if (hasMethod && installed !== MANUAL) return { processor: installed, canFailOver: false };
  const connection = routes.best(payment.environmentId, payment, suits);
  if (connection === undefined) return { processor: installed, canFailOver: false };
  return { processor: connectionName(connection), canFailOver: !hasMethod };
}

/** How the payer pays. */
interface UsedMethod {
  readonly paymentMethodId: string | null;
  /** The connection that the payer's default payment method belongs to, if that is the one used. */
  readonly methodProcessorId: string | null;
}

/** Where a new payment goes. Throws `validation_failed` for one that is refused. */
export function routeOf(payment: NewPayment, method: UsedMethod, routes: ConnectionRoutes, installed: string): Route {
  const { environmentId, subscriptionId, checkoutSessionId } = payment;
  const suits = (kind: string): boolean => canCharge(kind, { ...method, checkoutSessionId });
  const asked = askedOrDefault(payment, method, routes);
  const hasMethod = method.paymentMethodId !== null;
  const route = chooseRoute(routes, payment, { asked, hasMethod, suits, installed });
  if (subscriptionId !== null) return route;
  if (route.processor === MANUAL && routes.hasAny(environmentId)) throw takenByNone(payment, routes);
  if (!suits(publicProcessor(route.processor).kind)) throw methodMissing();
  return route;
}

/** The processor asked for, or the connection of the payer's default method. */
function askedOrDefault(
  { environmentId, amountValue: value, currency, processor, subscriptionId }: NewPayment,
  { methodProcessorId }: UsedMethod,
  routes: ConnectionRoutes,
): string | undefined {
  const connection = methodProcessorId === null ? undefined : routes.find(environmentId, methodProcessorId);
  if (connection === undefined) return processor;
  if (subscriptionId !== null) return processor ?? connectionName(connection);
  requireSame(connectionName(connection), processor);
  return takenWithMethod(connection, { value, currency });
}

/**
 * The processor that a request for a payment asks for, by its payment method or by `processorId`; undefined if it leaves the
 * choice to the service. Throws `validation_failed` if that processor does not take the payment.
 */
export async function requestedProcessor(
  tables: EnvironmentTables,
  { amount, processorId }: Pick<Schemas['CreatePayment'], 'amount' | 'processorId'>,
  { mode, method }: { readonly mode: Mode; readonly method: PaymentMethod | undefined },
): Promise<string | undefined> {
  const ofMethod =
    method === undefined || method.processorId === null
      ? undefined
      : takenWithMethod(await tables.find(ProcessorConnection, method.processorId), amount);
  if (processorId === undefined) return ofMethod;
  const named = await namedProcessor(tables, processorId, mode, amount);
  if (ofMethod !== undefined) requireSame(ofMethod, named);
  return named;
}

/** The connection of a subscription's own payment method, whether it takes the payment or not; undefined if there is none. */
export async function processorOfMethod(
  tables: EnvironmentTables,
  paymentMethodId: string | null,
): Promise<string | undefined> {
  const method = paymentMethodId === null ? undefined : await tables.find(PaymentMethod, paymentMethodId);
  if (method === undefined || method.processorId === null) return undefined;
  const connection = await tables.find(ProcessorConnection, method.processorId);
  return connection && connectionName(connection);
}

/** Whether a payment without a payment method or a page would go to a connection that needs one. */
export async function needsPaymentMethod(
  runner: StatementRunner,
  environmentId: number,
  { value: amountValue, currency }: Schemas['Amount'],
): Promise<boolean> {
  const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
  const suits = (kind: string): boolean => canCharge(kind, { paymentMethodId: null, checkoutSessionId: null });
  const connection = routes.best(environmentId, { amountValue, currency }, suits);
  return connection !== undefined && !suits(connection.kind);
}

type AbleConnection = Omit<RoutedConnection, 'environmentId' | 'isDeleted'>;

async function namedProcessor(
  tables: EnvironmentTables,
  publicId: string,
  mode: Mode,
  amount: Schemas['Amount'],
): Promise<string> {
  if (publicId === SANDBOX && mode === 'test') return SANDBOX;
  const id = fromPublicId('proc', publicId);
  const connection = id === undefined ? undefined : await tables.find(ProcessorConnection, { id, deletedAt: null });
  if (connection === undefined) throw refused('/processorId', 'not_found', 'is not a processor of this mode');
  if (!connection.enabled) throw refused('/processorId', 'not_accepted', 'is disabled');
  return takenBy(connection, amount);
}

function takenWithMethod(connection: AbleConnection | undefined, amount: Schemas['Amount']): string {
  if (connection?.enabled === true) return takenBy(connection, amount);
  throw refused('/paymentMethodId', 'not_accepted', 'belongs to a processor that is disabled or deleted');
}

function takenBy(connection: AbleConnection, { value: amountValue, currency }: Schemas['Amount']): string {
  if (takesPayment(connection, { amountValue, currency })) return connectionName(connection);
  const pointer = refusedField([connection], currency);
  const what = pointer === '/amount' ? 'an amount' : 'a currency';
  throw refused(pointer, 'not_accepted', `is not ${what} that the processor accepts`);
}

/** The payment method may be the customer's default, which the request does not name. */
function requireSame(ofMethod: string, named: string | undefined): void {
  if (named === undefined || named === ofMethod) return;
  throw refused('/processorId', 'not_accepted', 'is not the processor of the payment method');
}

function takenByNone({ environmentId, currency }: NewPayment, routes: ConnectionRoutes): DomainError {
  const detail =
    'is not accepted by any enabled connection. Enable one that accepts it, or delete all connections to approve payments manually';
  const pointer = routes.refusedField(environmentId, currency);
  return validationFailed('No connection accepts the payment.', { pointer, code: 'not_accepted', detail });
}

function methodMissing(): DomainError {
  const detail =
    'is required: this processor only charges stored payment methods. Send one, or create a checkout session';
  return validationFailed('The payment needs a payment method.', {
    pointer: '/paymentMethodId',
    code: 'required',
    detail,
  });
}

function refused(pointer: string, code: FieldError['code'], detail: string): DomainError {
  return validationFailed('The payment cannot go to this processor.', { pointer, code, detail });
}
