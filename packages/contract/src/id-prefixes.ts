/** What the ids of this service begin with, before an underscore. */
export const ID_PREFIXES = [
  'pay',
  'cust',
  'ref',
  'wh',
  'evt',
  'dlv',
  'key',
  'acct',
  'req',
  'rpl',
  'pm',
  'sub',
  'rep',
  'proc',
  'cs',
  'dis',
  'usr',
  'inv',
  'ses',
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];
