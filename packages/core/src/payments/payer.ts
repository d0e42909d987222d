import type { Schemas } from '@svc/contract';
import { normalizeEmail } from '../platform/normalize-email.js';
import { Customer } from '../customers/customer.entity.js';
import { PaymentMethod } from '../customers/payment-method.entity.js';
import type { EnvironmentTables } from '../platform/database/environment-tables.js';
import { type DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { fromPublicId } from '../platform/ids.js';
import type { NewPayer } from './creating/payment-writer.js';

type Request = Pick<Schemas['CreatePayment'], 'customer' | 'paymentMethodId'>;

/** Resolves payer and payment method. The method must be the payer's; without a customer its owner pays. */
export async function newPayer(
  tables: EnvironmentTables,
  { customer, paymentMethodId }: Request,
): Promise<{ readonly customer: NewPayer | undefined; readonly method: PaymentMethod | undefined }> {
  const payer = customer && (await payerOf(tables, customer));
  if (paymentMethodId === undefined) return { customer: payer, method: undefined };
  const id = fromPublicId('pm', paymentMethodId);
  const method = id === undefined ? undefined : await tables.find(PaymentMethod, id);
  const owner = method && method.deletedAt === null ? await tables.find(Customer, method.customerId) : undefined;
  if (method === undefined || owner === undefined) throw wrongPaymentMethod('is not a payment method');
  if (payer !== undefined && !isSame(payer, owner)) throw wrongPaymentMethod('does not belong to this customer');
  return { customer: payer ?? { id: owner.id }, method };
}

/** Resolves the customer that a request names. Throws `validation_failed`. */
export async function payerOf(tables: EnvironmentTables, named: NonNullable<Request['customer']>): Promise<NewPayer> {
  const { id: publicId, email, firstName = null, lastName = null } = named;
  if (publicId === undefined && email === undefined) {
    throw wrongPayer('/customer/email', 'required', 'is required unless id is given');
  }
  if (publicId === undefined || email !== undefined) {
    if (publicId !== undefined) throw wrongPayer('/customer/id', 'unknown_field', 'cannot be combined with email');
    return { email: email ?? '', firstName, lastName };
  }
  for (const [field, value] of Object.entries({ firstName, lastName })) {
    if (value !== null) throw wrongPayer(`/customer/${field}`, 'unknown_field', 'cannot be combined with id');
  }
  const id = fromPublicId('cust', publicId);
  const customer = id === undefined ? undefined : await tables.find(Customer, id);
  if (customer === undefined || customer.erasedAt !== null) throw noSuchPayer();
  return { id: customer.id };
}

function isSame(payer: NewPayer, owner: Customer): boolean {
  return 'id' in payer ? payer.id === owner.id : normalizeEmail(payer.email) === owner.emailNormalized;
}

function wrongPaymentMethod(detail: string): DomainError {
  return validationFailed('The payment method is invalid.', { pointer: '/paymentMethodId', code: 'not_found', detail });
}

/** 422 for an invalid customer in a request. */
function wrongPayer(pointer: string, code: 'required' | 'unknown_field' | 'not_found', detail: string): DomainError {
  return validationFailed('The customer is invalid.', { pointer, code, detail });
}

export function noSuchPayer(): DomainError {
  return wrongPayer('/customer/id', 'not_found', 'does not exist');
}
