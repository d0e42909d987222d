/** Why a POST got no answer, in words for the endpoint's owner. */
export function publicDetail(error: string, detail: string): string {
  // Which address it was would tell a client about the network that the service runs in.
  return error === 'blocked_address' ? 'The address is one that takes no deliveries.' : detail.slice(0, 1_000);
}
