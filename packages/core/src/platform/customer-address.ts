/** Whether a customer can be sent to an address: a valid URL of one of the protocols, without user name and password. */
export function isCustomerAddress(text: string, protocols: readonly ('https:' | 'http:')[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return protocols.some((protocol) => protocol === url?.protocol) && url?.username === '' && url.password === '';
}
