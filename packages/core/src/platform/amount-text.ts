import { currencies } from './generated/currencies.js';

/** Formats an amount for people, in whole units of its currency: `15.00 EUR`, `1500 JPY`, `1.500 KWD`. */
export function amountText(value: number | bigint | string, currency: string): string {
  const decimals = currencies[currency] ?? 0;
  const amount = BigInt(value);
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${sign}${whole}${fraction} ${currency}`;
}
