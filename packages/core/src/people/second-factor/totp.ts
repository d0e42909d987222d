import { createHmac, timingSafeEqual } from 'node:crypto';

/** What authenticator apps support: RFC 6238 with SHA-1, 6 digits and 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks differ, and typing takes time: the codes before and after the current one are accepted. */
const TOLERANCE = [-1, 0, 1];
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a step, by RFC 4226. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step at a time in milliseconds. */
export function totpStep(now: number): number {
  return Math.floor(now / 1_000 / STEP_SECONDS);
}

/** The step whose code was given, among those that are accepted; undefined if there is none. */
export function matchingStep(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code, 'utf8');
  const steps = TOLERANCE.map((offset) => totpStep(now) + offset);
  const matches = steps.filter((step) => {
    const expected = Buffer.from(totpCode(secret, step), 'utf8');
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return matches.at(-1);
}

/** Base 32 by RFC 4648 without padding: five bits for each character. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('');
}
