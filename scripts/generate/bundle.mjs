import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inScratchFolder } from '../lib/scratch-folder.mjs';
import { runTool } from './run.mjs';

/**
 * Joins a split contract into one document, the only input of the generators.
 * @param {string} source
 */
export function bundle(source) {
  return inScratchFolder('generate', async (folder) => {
    const target = join(folder, 'openapi.json');
    await runTool('@redocly/cli', 'bin/cli.js', ['bundle', source, '--output', target]);
    return JSON.parse(await readFile(target, 'utf8'));
  });
}
