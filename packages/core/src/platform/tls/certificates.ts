import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM text, without what stands between them. Throws if there is none, or one is invalid. */
export function certificatesIn(text: string): string {
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error('no certificate');
  return certificates.map((certificate) => new X509Certificate(certificate).toString()).join('');
}
