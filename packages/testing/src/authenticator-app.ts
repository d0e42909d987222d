import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows, some steps from now: RFC 6238, apart from the service's own code. */
export function appCode(secret: string, steps = 0): string {
  const bits = [...secret].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac[19] ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * Waits if the current code is about to change, so that the next requests find the same one. It looks again after the
 * wait: a timer of Node may end a millisecond early by the clock.
 */
export async function steadyAppCode(minMs = 2_000): Promise<void> {
  for (;;) {
    const leftMs = STEP_MS - (Date.now() % STEP_MS);
    if (leftMs >= minMs) return;
    await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}
