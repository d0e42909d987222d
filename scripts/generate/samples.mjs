import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientMethods } from './client-methods.mjs';
import { pascal } from './client-schemas.mjs';
import { root } from '../lib/paths.mjs';
import { javascriptSample } from './samples/javascript.mjs';
import { javaSample } from './samples/java.mjs';
import { phpSample } from './samples/php.mjs';
import { samplePlan } from './samples/plan.mjs';
import { pythonSample } from './samples/python.mjs';

/** The languages in the order of the references, with the file name of an operation in each. */
const LANGUAGES = [
  { lang: 'JavaScript', sample: javascriptSample, file: (id) => `packages/sdk/samples/generated/${id}.mjs` },
  { lang: 'Python', sample: pythonSample, file: (id) => `packages/sdk-python/samples/_generated/${id}.py` },
  { lang: 'Java', sample: javaSample, file: (id) => `packages/sdk-java/samples/generated/${pascal(id)}.java` },
  { lang: 'PHP', sample: phpSample, file: (id) => `packages/sdk-php/samples/_generated/${id}.php` },
];

export const SAMPLE_FOLDERS = LANGUAGES.map(({ file }) => file('').replace(/[^/]*$/, ''));

/**
 * Generates a program for each operation in each language from the contract's example. The libraries' tests run all of
 * them.
 * @returns {Promise<{ files: Map<string, string>, document: any }>} `document` has them as `x-codeSamples`
 */
export async function withSamples(document) {
  const { npmScope } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).config;
  const names = { packageName: `${npmScope}/sdk`, document };
  const files = new Map();
  const shown = structuredClone(document);
  for (const method of await clientMethods(document)) {
    const { operationId, path, method: verb } = method.operation;
    const plan = samplePlan(document, method);
    const samples = [];
    for (const { lang, sample, file } of LANGUAGES) {
      const source = await sample(plan, names);
      files.set(file(operationId), source);
      samples.push({ lang, source: source.trimEnd() });
    }
    shown.paths[path][verb.toLowerCase()]['x-codeSamples'] = samples;
  }
  return { files, document: shown };
}
