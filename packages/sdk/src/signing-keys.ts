/** One byte at least; the padding may be missing. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/;

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The bytes that a `whsec_` secret spells in base64; any other secret as it stands. */
export function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const spelled = secret.startsWith('whsec_') ? decodeBase64(secret.slice('whsec_'.length)) : undefined;
  return spelled ?? utf8(secret);
}

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return BASE64.test(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : undefined;
}

/** The HMAC with SHA-256 of these bytes. */
export async function hmac(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
}
