import { execFile, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../../../scripts/lib/stripe-mock.mjs', import.meta.url));

export interface StripeMock {
  readonly url: string;
  close(): Promise<void>;
}

/** What stripe-mock needs and this machine lacks; undefined if nothing. */
export function missingForStripeMock(): string | undefined {
  return execFileSync(process.execPath, [SCRIPT, '--missing'], { encoding: 'utf8' }).trim() || undefined;
}

/**
 * Starts stripe-mock, which checks each request against Stripe's published description of exactly that API version. It
 * keeps no state, and answers with examples. It needs Go; the first start installs it.
 */
export async function startStripeMock(): Promise<StripeMock> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT]);
  const child = spawn(stdout.trim(), ['-strict-version-check', '-http-addr', '127.0.0.1:0']);
  const dieWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', dieWithUs);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface(child.stdout)) {
    const address = /Listening for HTTP at address: (\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return {
      url: `http://${address}`,
      close: () => {
        process.off('exit', dieWithUs);
        child.kill('SIGTERM');
        return ended;
      },
    };
  }
  throw new Error('stripe-mock ended before it listened');
}
