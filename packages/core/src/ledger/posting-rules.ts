/** Whose completion moves money. */
export type LedgerSource = 'payment' | 'refund';

/**
 * The accounts of a tenant in each of its modes and currencies. `clearing`: what the processor has taken for the merchant
 * and not given back. `merchant`: what was paid to the merchant. `refunds`: what of it was given back.
 */
export type LedgerAccount = 'clearing' | 'merchant' | 'refunds';

/** One line of a ledger transaction: a debit is positive, a credit negative, in the currency's smallest unit. */
export interface Entry {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly amount: bigint;
}

/** Which account is debited and which is credited when one completes. */
const RULES: Readonly<Record<LedgerSource, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>> = {
  payment: { debit: 'clearing', credit: 'merchant' },
  refund: { debit: 'refunds', credit: 'clearing' },
};

/** The entries of a completed payment or refund; they always sum to zero. */
export function entriesOf(source: LedgerSource, value: string, currency: string): readonly Entry[] {
  const amount = BigInt(value);
  const { debit, credit } = RULES[source];
  return [
    { account: debit, currency, amount },
    { account: credit, currency, amount: -amount },
  ];
}
