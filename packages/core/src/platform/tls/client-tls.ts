import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

/** Options of outgoing TLS connections. Certificates are always verified, whatever the environment says. */
export interface ClientTls {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: true;
}

/** Accounts bring authorities of their own: more contexts than this are made anew. */
const MAX_KEPT = 50;

/** Loading all authorities into a context takes as long as many handshakes. */
const made = new Map<string, ClientTls>();

/** Returns options for TLS 1.2 and later that trust Node's authorities and those of `extraCa` (PEM). */
export function clientTls(extraCa?: string): ClientTls {
  const nodesExtra = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  const key = JSON.stringify([extraCa, nodesExtra]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const ca = extraCa === undefined ? {} : { ca: [...rootCertificates, ...nodesOwn(nodesExtra), extraCa] };
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...ca });
  const tls: ClientTls = { secureContext, rejectUnauthorized: true };
  if (made.size >= MAX_KEPT) made.clear();
  made.set(key, tls);
  return tls;
}

/** `ca` replaces Node's defaults, so these have to be listed as well. */
function nodesOwn(file: string): string[] {
  return file === '' ? [] : [readFileSync(file, 'utf8')];
}
