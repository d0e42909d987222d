import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTypes } from './open-types.mjs';
import { listFiles } from './output.mjs';
import { inScratchFolder } from '../lib/scratch-folder.mjs';
import { runTool } from './run.mjs';
import { sdkResources } from './sdk-resources.mjs';

/**
 * The TypeScript client as the generator writes it, with open types, and its resources.
 * @returns {Promise<Record<string, string>>}
 */
export function sdkFiles(document) {
  return inScratchFolder('generate', async (folder) => {
    const input = join(folder, 'openapi.json');
    const output = join(folder, 'client');
    await writeFile(input, JSON.stringify(withoutErrors(document)));
    await runTool('openapi-typescript-codegen', 'bin/index.js', [
      ...['--input', input, '--output', output],
      ...['--name', 'GeneratedClient', '--client', 'fetch', '--useUnionTypes', '--useOptions'],
    ]);
    const names = await listFiles(output);
    const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(output, name), 'utf8')]));
    return { ...openTypes(document, Object.fromEntries(texts)), ...(await sdkResources(document)) };
  });
}

/** The generator would put the description of every error into the program. Our transport reads the error from its response. */
function withoutErrors(document) {
  const copy = structuredClone(document);
  for (const { responses = {} } of Object.values(copy.paths).flatMap((path) => Object.values(path))) {
    for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
  }
  return copy;
}
