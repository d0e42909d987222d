import { currencies } from '../generated/currencies';
import { decimalText, parseDecimal } from './money';

/** The query of an address. */
export type Query = Readonly<Record<string, string | undefined>>;

/** What is wrong with filters, by the names of their controls. */
export type FilterErrors = Readonly<Record<string, string>>;

/** The filters of a query, as parameters of a list. */
interface ListFilters {
  readonly [name: string]: string | number | Readonly<Record<string, string>> | undefined;
}

/** The parameters that are amounts, by their names in the form. */
const AMOUNTS = { amountFrom: 'amountMin', amountTo: 'amountMax' } as const;
/** The names of parameters on the page. */
const LABELS: Readonly<Record<string, string>> = {
  createdFrom: 'From',
  createdTo: 'To',
  amountMin: 'Amount from',
  amountMax: 'Amount to',
  currency: 'Currency',
};
const UNITS = /^\d{1,15}$/;
const METADATA = /^metadata\[(.+)\]$/;

/**
 * The query of a submitted form. Amounts are entered as decimals of the chosen currency, metadata as `key=value`. The service
 * explains what is left as it was entered.
 */
export function queryOfForm(entries: Iterable<readonly [string, string]>): Query {
  const { amountFrom, amountTo, metadata, ...query }: Query = Object.fromEntries(
    [...entries].filter(([, value]) => value !== ''),
  );
  const currency = knownCurrency(query);
  const units = (text: string | undefined): string | undefined => {
    const value = text === undefined || currency === undefined ? undefined : parseDecimal(text, currency);
    return value === undefined ? text : String(value);
  };
  const [, key = metadata ?? '', value = ''] = /^([^=]+)=(.*)$/s.exec(metadata ?? '') ?? [];
  return {
    ...query,
    ...(amountFrom === undefined ? {} : { [AMOUNTS.amountFrom]: units(amountFrom) }),
    ...(amountTo === undefined ? {} : { [AMOUNTS.amountTo]: units(amountTo) }),
    ...(metadata === undefined ? {} : { [`metadata[${key}]`]: value }),
  };
}

/** Checks the amounts of a form. */
export function formErrors(entries: Iterable<readonly [string, string]>): FilterErrors {
  const form: Query = Object.fromEntries(entries);
  const currency = knownCurrency(form);
  const wrong = Object.keys(AMOUNTS).map((name) => [name, amountError(form[name] ?? '', currency)] as const);
  return Object.fromEntries(wrong.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function amountError(text: string, currency: string | undefined): string | undefined {
  if (text === '') return undefined;
  if (currency === undefined) return 'Choose a currency too.';
  if (parseDecimal(text, currency) !== undefined) return undefined;
  const example = decimalText({ value: 123_450, currency });
  return `Enter an amount such as ${example}, without a separator of thousands.`;
}

/** What the service says about a parameter, with the names of the page: `To must be later than From`. */
export function filterErrorText(parameter: string, detail: string): string {
  const isPredicate = /^(?:is|must) /.test(detail);
  const text = detail.startsWith(parameter) ? detail : `${parameter}${isPredicate ? '' : ':'} ${detail}`;
  return text.replaceAll(
    /\b(?:createdFrom|createdTo|amountMin|amountMax)\b|^currency\b/g,
    (name) => LABELS[name] ?? name,
  );
}

/** An amount of a query, as it is entered. */
export function enteredAmountOf(query: Query, field: keyof typeof AMOUNTS): string {
  const [text = '', currency] = [query[AMOUNTS[field]], knownCurrency(query)];
  if (currency === undefined || !UNITS.test(text)) return text;
  return decimalText({ value: Number(text), currency });
}

/** The metadata of a query, as it is entered. */
export function enteredMetadataOf(query: Query): string {
  const [first] = Object.entries(metadataOf(query));
  return first === undefined ? '' : first.join('=');
}

/** The parameters of a list: amounts are numbers, and metadata an object. */
export function listFilters(query: Query): ListFilters {
  const plain = Object.entries(query).filter(([name]) => !METADATA.test(name));
  const numbers = Object.values(AMOUNTS).filter((name) => UNITS.test(query[name] ?? ''));
  const metadata = metadataOf(query);
  return {
    ...Object.fromEntries(plain),
    ...Object.fromEntries(numbers.map((name) => [name, Number(query[name])])),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** The chosen currency. An address may have any text. */
function knownCurrency({ currency }: Query): string | undefined {
  return currency !== undefined && Object.hasOwn(currencies, currency) ? currency : undefined;
}

function metadataOf(query: Query): Record<string, string> {
  const entries = Object.entries(query).flatMap(([name, value]) => {
    const key = METADATA.exec(name)?.[1];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}
