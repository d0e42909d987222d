import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../lib/run-command.mjs';
import { ROOT } from './output.mjs';

const require = createRequire(import.meta.url);

/**
 * Runs a tool by its file, because two of the tools install a command with the same name.
 * @param {string} packageName
 * @param {string} file relative to the package
 * @param {string[]} parameters
 */
export async function runTool(packageName, file, parameters) {
  const packageFolder = dirname(require.resolve(`${packageName}/package.json`));
  try {
    await promisify(execFile)(process.execPath, [join(packageFolder, file), ...parameters], {
      cwd: ROOT,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
  } catch (error) {
    // Their output says what is wrong, and where. A stack of this script would not.
    if (error.stdout || error.stderr) throw new Refusal(`${packageName} failed:\n${error.stdout}${error.stderr}`);
    throw error;
  }
}

/**
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-generate-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
