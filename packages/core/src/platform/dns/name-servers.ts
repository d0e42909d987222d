import { isIP } from 'node:net';

/**
 * Reads the address of a name server: `10.0.0.2`, `10.0.0.2:5353`, `2001:db8::2`, `[2001:db8::2]:5353`. Throws naming a text
 * that is not one. Node itself ends the process over a port that is out of range.
 */
export function parseNameServer(text: string): string {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isAddress = isIP(text) !== 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4;
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
  if (isAddress && isPort) return text;
  throw new Error('expected addresses of name servers, such as 10.0.0.2 or [2001:db8::2]:5353');
}
