/** The objects whose completion is posted. */
export type LedgerSource = 'payment' | 'refund';

/**
 * Accounts per environment and currency. `clearing`: taken by the processor and not refunded. `merchant`: completed payments.
 * `refunds`: completed refunds.
 */
export type LedgerAccount = 'clearing' | 'merchant' | 'refunds';

/** An entry in the currency's smallest unit: positive for a debit, negative for a credit. */
export interface Entry {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly amount: bigint;
}

/** The accounts that a completion debits and credits. */
const RULES: Readonly<Record<LedgerSource, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>> = {
  payment: { debit: 'clearing', credit: 'merchant' },
  refund: { debit: 'refunds', credit: 'clearing' },
};

/** The entries of a completed payment or refund; their sum is zero. */
export function entriesOf(source: LedgerSource, value: string, currency: string): readonly Entry[] {
  const amount = BigInt(value);
  const { debit, credit } = RULES[source];
  return [
    { account: debit, currency, amount },
    { account: credit, currency, amount: -amount },
  ];
}
