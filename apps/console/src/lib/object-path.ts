const PAGES: Readonly<Record<string, string>> = {
  pay: 'payments',
  ref: 'refunds',
  cust: 'customers',
  sub: 'subscriptions',
  wh: 'webhooks',
  evt: 'events',
  dis: 'disputes',
  cs: 'checkout-sessions',
  proc: 'processors',
  key: 'keys',
};

/** The address of an object's page below the mode. Undefined if it has none. */
export function objectPath(id: string): string | undefined {
  if (/^req_[0-9a-f]{32}$/.test(id)) return `requests/${id}`;
  const [, prefix = '', number] = /^([a-z]+)_(\d{1,19})$/.exec(id) ?? [];
  const page = Object.hasOwn(PAGES, prefix) ? PAGES[prefix] : undefined;
  return page === undefined || number === undefined ? undefined : `${page}/${id}`;
}
