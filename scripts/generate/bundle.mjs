import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, runTool } from './run.mjs';

/**
 * Joins a split contract into one document, the only input of the generators.
 * @param {string} source
 */
export function bundle(source) {
  return inTemporaryFolder(async (folder) => {
    const target = join(folder, 'openapi.json');
    await runTool('@redocly/cli', 'bin/cli.js', ['bundle', source, '--output', target]);
    return JSON.parse(await readFile(target, 'utf8'));
  });
}
