import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a file in PEM. Throws when it cannot be read, or holds none, or a broken one. */
export function readCertificates(file: string): string {
  const certificates = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error('no certificate');
  return certificates.map((certificate) => new X509Certificate(certificate).toString()).join('');
}
