/** The objects whose completion is posted. */
export type LedgerSource = 'payment' | 'refund';

/** `reversed`: the processor reported that a completed refund failed after all. */
export type LedgerKind = 'completed' | 'reversed';

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

export type Movement = 'payment completed' | 'refund completed' | 'refund reversed';

/** The accounts that a movement debits and credits. */
const RULES: Readonly<Record<Movement, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>> = {
  'payment completed': { debit: 'clearing', credit: 'merchant' },
  'refund completed': { debit: 'refunds', credit: 'clearing' },
  'refund reversed': { debit: 'clearing', credit: 'refunds' },
};

/** The entries of a movement; their sum is zero. */
export function entriesOf(movement: Movement, value: string, currency: string): readonly Entry[] {
  const amount = BigInt(value);
  const { debit, credit } = RULES[movement];
  return [
    { account: debit, currency, amount },
    { account: credit, currency, amount: -amount },
  ];
}
