import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../lib/paths.mjs';
import { Refusal } from '../lib/run-command.mjs';

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
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
  } catch (error) {
    // Their output says what is wrong, and where. A stack of this script would not.
    if (error.stdout || error.stderr) throw new Refusal(`${packageName} failed:\n${error.stdout}${error.stderr}`);
    throw error;
  }
}
