import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { sayError } from './run-command.mjs';

/**
 * What `read` makes of the command line: by default, its options. A wrong one ends the process with exit code 2.
 * @param {string} usage
 * @param {import('node:util').ParseArgsConfig} config
 * @param {(parsed: any) => any} read throws what is wrong
 */
export function parseOrExit(usage, config, read = ({ values }) => values) {
  try {
    return read(parseArgs(config));
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

/**
 * Installs and builds what a command needs, and runs it. Standard output only has its result: progress and errors go to
 * standard error.
 * @param {readonly string[]} projects
 * @param {() => Promise<void>} work
 */
export async function runBuilt(projects, work) {
  try {
    await ensureInstalled({ say: console.error });
    await ensureBuilt(projects, { say: console.error });
    await work();
  } catch (error) {
    console.error(sayError(error));
    process.exitCode = 1;
  }
}
