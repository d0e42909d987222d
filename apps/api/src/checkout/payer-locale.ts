import { amountText } from '@svc/core';

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of the texts, and the locale for amounts and times, which may have a region: `de-CH`. */
export interface PayerLocale {
  readonly language: Language;
  readonly locale: string;
}

/** Browsers send a few. A header of 15 KB with as many as fit would take 300 ms. */
const MAX_PREFERENCES = 20;

const ENGLISH: PayerLocale = { language: 'en', locale: 'en' };

/** The locale of the session, else the best one of the Accept-Language header, else English. */
export function payerLocale(ofSession: string | null, acceptLanguage: string | undefined): PayerLocale {
  const preferences = (acceptLanguage ?? '')
    .split(',', MAX_PREFERENCES)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
  for (const tag of [...(ofSession === null ? [] : [ofSession]), ...preferences]) {
    const supported = supportedLocale(tag);
    if (supported !== undefined) return supported;
  }
  return ENGLISH;
}

function supportedLocale(tag: string): PayerLocale | undefined {
  try {
    const { language, region } = new Intl.Locale(tag);
    const found = LANGUAGES.find((each) => each === language);
    // Other parts of a tag would change digits or calendars.
    return found && { language: found, locale: region === undefined ? found : `${found}-${region}` };
  } catch {
    return undefined;
  }
}

/** The amount with the currency's decimals of the contract, which differ from those of Intl for some currencies. */
export function localAmount({ locale }: PayerLocale, value: number, currency: string): string {
  const [decimal = ''] = amountText(value, currency).split(' ');
  const decimals = decimal.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  });
  // As text, since a number cannot hold every amount exactly.
  return format.format(decimal as `${number}`);
}

/** Date and time in UTC: the time zone of the payer is unknown. */
export function localTime({ locale }: PayerLocale, at: Date): string {
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;
}
