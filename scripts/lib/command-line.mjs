import { parseArgs } from 'node:util';

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
