import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 60_000;

/** Runs a command to its end and returns its standard output. Throws with its standard error if it fails. */
export async function run([program = '', ...args]: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const options = { timeout: TIMEOUT_MS, ...(env && { env }) };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
}

/** Whether a command ends with exit code 0. */
export async function succeeds(command: readonly string[]): Promise<boolean> {
  return run(command).then(
    () => true,
    () => false,
  );
}
