import type { FieldError, Schemas } from '@svc/contract';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { StatementRunner } from '../platform/database/database.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import { connectionName } from '../processors/connections/connection-name.js';
import { ConnectionRoutes, isTaken, takesCurrency } from '../processors/connections/connection-routing.js';
import { ProcessorConnection } from '../processors/connections/processor-connection.entity.js';
import type { Mode } from '../security/environment.entity.js';

const SANDBOX = 'sandbox';

/** The connection that the token of a payment method belongs to, as payments store it; undefined if there is none. */
export async function processorOfMethod(
  tables: EnvironmentTables,
  paymentMethodId: string | null,
): Promise<string | undefined> {
  const method = paymentMethodId === null ? undefined : await tables.find(PaymentMethod, paymentMethodId);
  return method && connectionNameOf(tables, method);
}

async function connectionNameOf(
  tables: EnvironmentTables,
  { processorId }: Pick<PaymentMethod, 'processorId'>,
): Promise<string | undefined> {
  const connection = processorId === null ? undefined : await tables.find(ProcessorConnection, processorId);
  return connection && connectionName(connection);
}

/** Whether a payment in this environment needs a payment method, since only processors that charge stored ones take it. */
export async function needsPaymentMethod(
  runner: StatementRunner,
  environmentId: number,
  { value: amountValue, currency }: Schemas['Amount'],
): Promise<boolean> {
  const routes = await ConnectionRoutes.read(runner, new Set([environmentId]));
  return routes.onlyWithMethod(environmentId, { amountValue, currency });
}

type Request = Pick<Schemas['CreatePayment'], 'amount' | 'processorId'>;

type AbleConnection = Pick<ProcessorConnection, 'id' | 'kind' | 'enabled' | 'currencies' | 'amountMin' | 'amountMax'>;

/**
 * The processor that a request for a payment asks for, by its payment method or by `processorId`; undefined if it leaves the
 * choice to the service. Throws `validation_failed` if that processor does not take the payment.
 */
export async function requestedProcessor(
  tables: EnvironmentTables,
  { amount, processorId }: Request,
  { mode, method }: { readonly mode: Mode; readonly method: PaymentMethod | undefined },
): Promise<string | undefined> {
  const ofMethod = method && (await methodsConnection(tables, method, amount));
  if (processorId === undefined) return ofMethod;
  const named = await namedProcessor(tables, processorId, mode, amount);
  if (ofMethod === undefined || ofMethod === named) return named;
  throw notOfMethod();
}

async function methodsConnection(
  tables: EnvironmentTables,
  method: PaymentMethod,
  amount: Schemas['Amount'],
): Promise<string | undefined> {
  if (method.processorId === null) return undefined;
  return takenWithMethod(await tables.find(ProcessorConnection, method.processorId), amount);
}

/** The connection of a payment method, as payments store it. Throws `validation_failed` if it does not take the payment. */
export function takenWithMethod(connection: AbleConnection | undefined, amount: Schemas['Amount']): string {
  if (connection?.enabled === true) return takenBy(connection, amount);
  throw refused('/paymentMethodId', 'not_accepted', 'belongs to a processor that is disabled or deleted');
}

/** The refusal of a request for another processor than that of the payment method, which may be the customer's default. */
export function notOfMethod(): DomainError {
  return refused('/processorId', 'not_accepted', 'is not the processor of the payment method');
}

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

function takenBy(connection: AbleConnection, { value: amountValue, currency }: Schemas['Amount']): string {
  if (isTaken(connection, { amountValue, currency })) return connectionName(connection);
  if (!takesCurrency(connection, currency)) {
    throw refused('/amount/currency', 'not_accepted', 'is not a currency that the processor takes');
  }
  throw refused('/amount', 'not_accepted', 'is not an amount that the processor takes');
}

function refused(pointer: string, code: FieldError['code'], detail: string): DomainError {
  return new DomainError('validation_failed', 'The payment cannot go to this processor.', {
    errors: [{ pointer, code, detail }],
  });
}
