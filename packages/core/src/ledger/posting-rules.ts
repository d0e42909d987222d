/** The objects whose completion is posted. */
export type LedgerSource = 'payment' | 'refund' | 'dispute';

/**
 * `reversed`: the processor reported that a completed refund failed after all. `withdrawn`, `reinstated`: it took the money of
 * a dispute, and gave it back.
 */
export type LedgerKind = 'completed' | 'reversed' | 'withdrawn' | 'reinstated';

/**
 * Accounts per environment and currency. `clearing`: taken by the processor, and neither refunded nor withdrawn. `merchant`:
 * completed payments. `refunds`: completed refunds. `disputes`: what disputes have withdrawn.
 */
export type LedgerAccount = 'clearing' | 'merchant' | 'refunds' | 'disputes';

/** An entry in the currency's smallest unit: positive for a debit, negative for a credit. */
export interface Entry {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly amount: bigint;
}

export type Movement =
  | 'payment completed'
  | 'refund completed'
  | 'refund reversed'
  | 'dispute withdrawn'
  | 'dispute reinstated';

/** The accounts that a movement debits and credits. */
const RULES: Readonly<Record<Movement, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>> = {
  'payment completed': { debit: 'clearing', credit: 'merchant' },
  'refund completed': { debit: 'refunds', credit: 'clearing' },
  'dispute withdrawn': { debit: 'disputes', credit: 'clearing' },
  'dispute reinstated': { debit: 'clearing', credit: 'disputes' },
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
