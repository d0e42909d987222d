import { isAcquirers, type AcquirerSchemas } from '@svc/acquirer-contract';
import type { Entry, Order } from './statement.js';

/** The versions of openapi/acquirer.yaml that the acquirer can implement. */
export type ContractVersion = '1.3' | '1.4';

const FIELDS_OF_1_3 = new Set(['payment', 'amount', 'captureMethod', 'paymentMethodToken']);

const MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: 'The account has not enough money.',
  rejected: 'The payer declined.',
  voided: 'The authorization was voided.',
  already_captured: 'The money has been taken under another reference.',
};

/** The order in a request; undefined when it violates the contract. */
export function readOrder(
  version: ContractVersion,
  path: string,
  reference: unknown,
  body: unknown,
): Order | undefined {
  if (!isAcquirers('Reference', reference)) return undefined;
  switch (path) {
    case '/authorizations':
      return isAcquirers('Authorization', body) && isOf(version, body) ? authorization(reference, body) : undefined;
    case '/captures':
      return isAcquirers('Capture', body) ? { reference, operation: 'capture', ...body } : undefined;
    case '/voids':
      return isAcquirers('Void', body) ? { reference, operation: 'void', ...body } : undefined;
    case '/refunds':
      return isAcquirers('Refund', body) ? { reference, operation: 'refund', ...body } : undefined;
    default:
      return undefined;
  }
}

/** Requests are closed: a gateway of 1.3 refuses the fields of 1.4. */
function isOf(version: ContractVersion, body: AcquirerSchemas['Authorization']): boolean {
  return version === '1.4' || Object.keys(body).every((name) => FIELDS_OF_1_3.has(name));
}

/** Drops the token, which the statement does not need. */
function authorization(reference: string, { payment, amount, captureMethod }: AcquirerSchemas['Authorization']): Order {
  return { reference, operation: 'authorize', payment, amount, captureMethod };
}

/** An entry as the contract shows it; the payer's page is under `origin`. */
export function presentEntry(entry: Entry, origin: string): AcquirerSchemas['Operation'] {
  const { reference, operation, status, code = 'declined' } = entry;
  switch (status) {
    case 'declined':
      return { reference, operation, status, code, message: MESSAGES[code] ?? 'Declined.' };
    case 'requires_action':
      return { reference, operation, status, actionUrl: `${origin}/pay/${reference}` };
    case 'approved':
    case 'pending':
      return { reference, operation, status };
  }
}
