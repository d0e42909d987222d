/** What an id on the wire begins with, by the thing it names. */
export type IdPrefix =
  'pay' | 'cust' | 'ref' | 'wh' | 'evt' | 'dlv' | 'key' | 'acct' | 'req' | 'rpl' | 'pm' | 'sub' | 'rep';

const LARGEST = 2n ** 63n - 1n;

/** `pay_123` from `123`. */
export function toPublicId(prefix: IdPrefix, id: string): string {
  return `${prefix}_${id}`;
}

/** `123` from `pay_123`; undefined when the text is no id of that kind. */
export function fromPublicId(prefix: IdPrefix, text: string): string | undefined {
  const match = /^([a-z]+)_(\d{1,19})$/.exec(text);
  if (match?.[1] !== prefix || match[2] === undefined) return undefined;
  const number = BigInt(match[2]);
  return number <= LARGEST && number.toString() === match[2] ? match[2] : undefined;
}
