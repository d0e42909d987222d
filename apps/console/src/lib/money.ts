import { currencies } from '../generated/currencies';
import { InvalidField } from './problem';

/** An amount in the smallest unit of its currency. */
export interface Money {
  readonly value: number;
  readonly currency: string;
}

/** Decimals by the contract's table of ISO 4217. Intl has other ones for some currencies, such as HUF. */
function decimalsOf(currency: string): number {
  const decimals = currencies[currency];
  if (decimals === undefined) throw new Error(`the contract has no currency ${currency}`);
  return decimals;
}

/** `1,234.50 EUR`: digits grouped as in English, the code behind them. */
export function moneyText({ value, currency }: Money): string {
  return `${decimalText({ value, currency }, true)} ${currency}`;
}

/** `1234.50`, as in a form. */
export function decimalText({ value, currency }: Money, isGrouped = false): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = isGrouped ? whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${value < 0 ? '-' : ''}${grouped}${fraction}`;
}

/**
 * Reads `10`, `10.5`, `10,5` or `10.50` as an amount; undefined for anything else, such as zero. `1,234` is none: it may
 * mean a thousand.
 */
export function parseDecimal(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,13})(?:(?:\.|,(?!\d{3}$))(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const value = Number(whole + fraction.padEnd(decimals, '0'));
  return value > 0 && Number.isSafeInteger(value) ? value : undefined;
}

/** `10.00`, with the decimals of the currency. */
export function exampleOf(currency: string): string {
  return decimalText({ value: 10 ** (1 + decimalsOf(currency)), currency });
}

/** The amount that was entered into a form. */
export function enteredAmount(text: string, currency: string): Money {
  const value = parseDecimal(text, currency);
  if (value === undefined) throw new InvalidField('/amount/value', `Enter an amount such as ${exampleOf(currency)}.`);
  return { value, currency };
}

/** What is wrong with an amount. The service names a limit in the smallest unit, which people do not see elsewhere. */
export function limitText(detail: string | undefined, currency: string): string | undefined {
  return detail?.replace(/^must be <= (\d+)$/, (_, limit: string) => {
    return `must be at most ${moneyText({ value: Number(limit), currency })}`;
  });
}
