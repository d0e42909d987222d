import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** What outgoing TLS connections are made with. Certificates are verified whatever the environment says. */
export interface ClientTls {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: true;
}

/** Reading all authorities into a context takes as long as many a handshake. */
const made = new Map<string, ClientTls>();

/** TLS 1.2 and later, trusting whom node trusts and the authorities of `extraCa`, in PEM, besides. */
export function clientTls(extraCa?: string): ClientTls {
  const nodesExtra = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  const key = JSON.stringify([extraCa, nodesExtra]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const ca = extraCa === undefined ? {} : { ca: [...rootCertificates, ...nodesOwn(nodesExtra), extraCa] };
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...ca });
  const tls: ClientTls = { secureContext, rejectUnauthorized: true };
  made.set(key, tls);
  return tls;
}

/** Authorities that are named take the place of node's own, so these have to be named as well. */
function nodesOwn(file: string): string[] {
  return file === '' ? [] : [readFileSync(file, 'utf8')];
}
