import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './paths.mjs';

/** Exit code of a step of `npm run check` that cannot run on this machine. */
export const SKIPPED = 77;

/** A message for the user, printed without a stack. */
export class Refusal extends Error {}

/** Errors of the service whose message is complete for an operator. */
const FOR_PEOPLE = new Set([
  'EmbeddedError',
  'DataDirInUseError',
  'StandbyRefused',
  'UnreleasedDatabase',
  'MigrationsMissing',
  'CellMismatch',
  'InvalidSecretFile',
  'InvalidSetting',
  'PepperMismatch',
  'QueuesUnreadable',
  'SeedRefusal',
]);

/** Postgres is not there, has no such database, or refuses the sign-in. */
const NO_CONNECTION = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['3D000', '28000', '28P01'],
]);

/** What to print of an error: without a stack if its message says all. */
export function sayError(error) {
  if (error instanceof Refusal || FOR_PEOPLE.has(error?.name)) return error.message;
  if (!NO_CONNECTION.has(error?.code)) return error;
  // A name with several addresses has an error for each.
  return `Cannot connect to Postgres: ${(error.errors?.[0] ?? error).message}`;
}

/**
 * Runs a program to its end and returns its exit code. It gets signals from the terminal directly, others through
 * `signal`.
 */
export async function runCommand(
  program,
  args,
  { cwd = root, env = process.env, signal, stdio = 'inherit', onOutput } = {},
) {
  const child = spawn(program, args, { cwd, env, stdio });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream]?.setEncoding('utf8').on('data', (text) => onOutput?.(text, stream));
  }
  try {
    const [code] = await once(child, 'close');
    signal?.throwIfAborted();
    return code ?? 1;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Runs a program without input, and returns its exit code and output. `show` gets the output as it comes. */
export async function captureCommand(program, args, { show = () => {}, ...options } = {}) {
  let output = '';
  const code = await runCommand(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput(text, stream) {
      output += text;
      show(text, stream);
    },
  });
  return { code, output };
}

export const showOutput = (text) => process.stdout.write(text);
