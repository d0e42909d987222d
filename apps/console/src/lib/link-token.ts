let token: string | undefined;

/** Takes the token of a sign-in link out of the address. */
export function takeLinkToken(): void {
  const { hash, pathname, search } = window.location;
  if (pathname !== '/console/welcome' || hash.length < 2) return;
  token = hash.slice(1);
  window.history.replaceState(null, '', pathname + search);
}

/** The token of the sign-in link that opened the page. */
export function linkToken(): string | undefined {
  return token;
}
