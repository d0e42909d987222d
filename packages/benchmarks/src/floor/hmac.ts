import { createHmac, randomBytes } from 'node:crypto';

const PAYLOAD_BYTES = 500;
const AT_ONCE = 1_000;

/** Microseconds of one HMAC-SHA256 over 500 bytes with hex digest. */
export function measureHmac(seconds: number): number {
  const key = randomBytes(32);
  const payload = randomBytes(PAYLOAD_BYTES);
  const sign = (): void => {
    for (let n = 0; n < AT_ONCE; n++) createHmac('sha256', key).update(payload).digest('hex');
  };
  for (let n = 0; n < 10; n++) sign();
  const started = performance.now();
  let signed = 0;
  while (performance.now() - started < seconds * 1_000) {
    sign();
    signed += AT_ONCE;
  }
  return Math.round(((performance.now() - started) / signed) * 1_000 * 100) / 100;
}
