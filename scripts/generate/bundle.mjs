import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, runTool } from './run.mjs';

/** Joins the split contract into one document, the only input of everything that is generated. */
export function bundle() {
  return inTemporaryFolder(async (folder) => {
    const target = join(folder, 'openapi.json');
    await runTool('@redocly/cli', 'bin/cli.js', ['bundle', 'openapi/openapi.yaml', '--output', target]);
    return JSON.parse(await readFile(target, 'utf8'));
  });
}
