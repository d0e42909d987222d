import { currencies } from '../../platform/generated/currencies.js';
import type { Logger } from '../../platform/logger.js';

/** Stripe's default limit, in the units of its API. */
const MAX_AMOUNT = 99_999_999;
/** The currencies in which Stripe takes more digits, whatever the network of the card. */
const MAX_AMOUNTS: Readonly<Record<string, number>> = { IDR: 999_999_999_999, COP: 9_999_999_999, INR: 999_999_999 };

interface Unit {
  /** Decimals of Stripe's unit. */
  readonly exponent: number;
  /** Stripe only takes multiples of it. */
  readonly step: number;
}

const ZERO: Unit = { exponent: 0, step: 1 };
const TWO: Unit = { exponent: 2, step: 1 };
/** The last digit must be 0. */
const THREE: Unit = { exponent: 3, step: 10 };

/**
 * Currencies whose unit at Stripe is not hundredths, from docs.stripe.com/currencies. HUF and TWD are hundredths for
 * payments; their whole units only concern payouts. MGA has two decimals in ISO 4217 and none at Stripe.
 */
const UNITS: Readonly<Record<string, Unit>> = {
  ...{ BIF: ZERO, CLP: ZERO, DJF: ZERO, GNF: ZERO, JPY: ZERO, KMF: ZERO, KRW: ZERO, MGA: ZERO, PYG: ZERO, RWF: ZERO },
  ...{ VND: ZERO, VUV: ZERO, XAF: ZERO, XOF: ZERO, XPF: ZERO },
  ...{ BHD: THREE, JOD: THREE, KWD: THREE, OMR: THREE, TND: THREE },
  // Without decimals, and yet sent as hundredths.
  ISK: { exponent: 2, step: 100 },
};

/** Stripe's page lists UGX with two units that differ by a factor of 100. */
const CONTRADICTORY: ReadonlySet<string> = new Set(['UGX']);

export interface SmallestUnits {
  readonly amountValue: number;
  readonly currency: string;
}

/** Converts an amount to Stripe's unit of its currency; undefined if Stripe cannot take it. */
export function stripeAmount({ amountValue, currency }: SmallestUnits): number | undefined {
  const unit = unitOf(currency);
  if (unit === undefined) return undefined;
  const amount = shifted(amountValue, unit.exponent - unit.decimals);
  if (amount === undefined || amount <= 0 || amount % unit.step !== 0) return undefined;
  return amount > (MAX_AMOUNTS[currency] ?? MAX_AMOUNT) ? undefined : amount;
}

/** Converts an amount in Stripe's unit to the currency's smallest unit; undefined if there is no such amount. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const unit = unitOf(currency.toUpperCase());
  return unit && shifted(amount, unit.decimals - unit.exponent);
}

/** The amount of an object of ours at Stripe. Undefined, with a warning, if its currency has no such amount here. */
export function amountAtStripe(
  object: { readonly id: string; readonly amount: number; readonly currency: string },
  logger: Pick<Logger, 'warn'>,
): SmallestUnits | undefined {
  const currency = object.currency.toUpperCase();
  const amountValue = fromStripeAmount(object.amount, currency);
  if (amountValue !== undefined) return { amountValue, currency };
  logger.warn(
    { event: 'stripe_amount_unreadable', id: object.id },
    'refund or dispute ignored: its amount cannot be represented in its currency',
  );
  return undefined;
}

/** Whether there are amounts of the currency that Stripe can take. */
export function isStripeCurrency(currency: string): boolean {
  return unitOf(currency) !== undefined;
}

function unitOf(currency: string): (Unit & { readonly decimals: number }) | undefined {
  const decimals = currencies[currency];
  if (decimals === undefined || CONTRADICTORY.has(currency)) return undefined;
  const unit = UNITS[currency] ?? TWO;
  // A currency that Stripe's page does not list has hundredths there. Others need a line above.
  return unit === TWO && decimals !== 2 ? undefined : { ...unit, decimals };
}

function shifted(value: number, places: number): number | undefined {
  if (places >= 0) return value * 10 ** places;
  const divisor = 10 ** -places;
  return value % divisor === 0 ? value / divisor : undefined;
}
