import { expect, it } from 'vitest';
import { connectionError } from './connection-error.js';

it('keeps the beginning of a message that repeats the names of a certificate', () => {
  const mismatch = `Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:`;
  const error = Object.assign(new Error(mismatch + 'b'.repeat(100_000)), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  const { reason, message } = connectionError(error);
  expect(reason).toBe('certificate_invalid');
  expect(message).toHaveLength(900);
  expect(message).toContain(mismatch);
});

it('is as long as it is otherwise, without the source position of OpenSSL', () => {
  const { message } = connectionError(new Error('0A0:error:0A00010B:SSL routines:wrong version number:record.c:354:'));
  expect(message).toBe('SSL routines:wrong version number');
});
