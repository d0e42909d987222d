import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './output.mjs';
import { inTemporaryFolder, runTool } from './run.mjs';

/**
 * The generated TypeScript client, exactly as the generator writes it.
 * @param {any} document
 * @returns {Promise<Record<string, string>>}
 */
export function sdkFiles(document) {
  return inTemporaryFolder(async (folder) => {
    const input = join(folder, 'openapi.json');
    const output = join(folder, 'client');
    await writeFile(input, JSON.stringify(document));
    await runTool('openapi-typescript-codegen', 'bin/index.js', [
      ...['--input', input, '--output', output],
      ...['--name', 'GeneratedClient', '--client', 'fetch', '--useUnionTypes', '--useOptions'],
    ]);
    const names = await listFiles(output);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(output, name), 'utf8')])),
    );
  });
}
