import { seal, unseal, type SealedSecret } from '../platform/crypto/envelope.js';
import type { MasterKeys } from '../platform/crypto/master-keys.js';
import { sealedColumn } from '../platform/crypto/sealed-column.js';
import type { PaymentMethod } from './payment-method.entity.js';

type Row = Pick<PaymentMethod, 'environmentId' | 'customerId' | 'id'>;

/** Encrypts the tokens of payment methods; each is bound to its row. */
export class PaymentTokens {
  constructor(private readonly masterKeys: MasterKeys) {}

  seal(token: string, row: Row): SealedSecret {
    return seal(token, this.masterKeys, binding(row));
  }

  /** The token; undefined when the method was deleted. Throws when it was sealed for another row. */
  open(method: Row & Pick<PaymentMethod, 'tokenCiphertext' | 'tokenDataKey'>): string | undefined {
    const { tokenCiphertext: ciphertext, tokenDataKey: dataKey } = method;
    if (ciphertext === null || dataKey === null) return undefined;
    return unseal({ ciphertext, dataKey }, this.masterKeys, binding(method));
  }
}

function binding({ environmentId, customerId, id }: Row): string {
  return `svc:payment-token:env_${environmentId}:cust_${customerId}:pm_${id}`;
}

/** The column of the tokens' data keys. */
export const PAYMENT_TOKEN_COLUMN = sealedColumn<Pick<Row, 'customerId'>>({
  secrets: 'payment tokens',
  table: 'payment_methods',
  column: 'token_data_key',
  columns: 't.customer_id AS "customerId"',
  boundTo: binding,
});
