import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { inScratchFolder } from '../lib/scratch-folder.mjs';
import { runTool } from './run.mjs';

/** Descriptions of fields that several schemas share. A client knows no types for them. */
const FIELDS = join(root, 'openapi/fields');
const SCHEMAS = '#/components/schemas/';

/**
 * Joins a split contract into one document, the only input of the generators.
 * @param {string} source
 */
export function bundle(source) {
  return inScratchFolder('generate', async (folder) => {
    const target = join(folder, 'openapi.json');
    await runTool('@redocly/cli', 'bin/cli.js', ['bundle', source, '--output', target]);
    const fields = (await readdir(FIELDS)).map((file) => basename(file, '.yaml'));
    return withFields(JSON.parse(await readFile(target, 'utf8')), new Set(fields));
  });
}

/** Writes each field where it is referred to. */
function withFields(document, fields) {
  const schemas = document.components?.schemas ?? {};
  const written = (node) => {
    if (Array.isArray(node)) return node.map(written);
    if (node === null || typeof node !== 'object') return node;
    const { $ref } = node;
    const name = typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
    if (fields.has(name)) return written(schemas[name]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, written(value)]));
  };
  const whole = written(document);
  for (const name of fields) delete whole.components?.schemas?.[name];
  return whole;
}
