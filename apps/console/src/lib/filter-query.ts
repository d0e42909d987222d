import { decimalText, parseDecimal } from './money';

/** The query of an address. */
export type Query = Readonly<Record<string, string | undefined>>;

/** The filters of a query, as parameters of a list. */
export interface ListFilters {
  readonly [name: string]: string | number | Readonly<Record<string, string>> | undefined;
}

/** The parameters that are amounts, by their names in the form. */
const AMOUNTS = { amountFrom: 'amountMin', amountTo: 'amountMax' } as const;
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
  const { currency } = query;
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

/** An amount of a query, as it is entered. */
export function enteredAmountOf(query: Query, field: keyof typeof AMOUNTS): string {
  const [text = '', currency] = [query[AMOUNTS[field]], query['currency']];
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

function metadataOf(query: Query): Record<string, string> {
  const entries = Object.entries(query).flatMap(([name, value]) => {
    const key = METADATA.exec(name)?.[1];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}
