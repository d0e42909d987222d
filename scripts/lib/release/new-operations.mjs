// The CHANGELOGs name every operation that the released contract lacks.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientMethods } from '../../generate/client-methods.mjs';
import { operationsOf } from '../../generate/document.mjs';
import { LIBRARIES } from '../../generate/libraries.mjs';
import { Refusal } from '../run-command.mjs';

/** @param {string} folder the root of the repository */
export async function unmentionedOperations(folder) {
  const read = (/** @type {string} */ path) => readFile(join(folder, path), 'utf8');
  const [released, document] = await Promise.all(
    ['baseline', 'openapi'].map(async (name) => JSON.parse(await read(`openapi/${name}.json`))),
  );
  const paths = ['CHANGELOG.md', ...LIBRARIES.map((library) => `${library.folder}/CHANGELOG.md`)];
  const changelogs = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)])));
  const methods = await clientMethods(document).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    const stale = 'openapi/openapi.json does not match openapi/client-methods.yaml; run `npm run generate` first.';
    throw new Refusal(`${stale}\n${error.message}`);
  });
  return unmentioned(released, methods, changelogs);
}

/**
 * What is missing, one line each.
 * @param {any} released the contract
 * @param {import('../../generate/client-methods.mjs').ClientMethod[]} methods of the new contract
 * @param {Map<string, string>} changelogs by path
 */
export function unmentioned(released, methods, changelogs) {
  const known = new Set(operationsOf(released).map(({ operationId }) => operationId));
  const added = methods.filter(({ operation }) => !known.has(operation.operationId));
  return added.flatMap(({ resource, method, operation }) => {
    const names = [
      ['CHANGELOG.md', `${operation.method} ${operation.path}`],
      ...LIBRARIES.map((library) => [`${library.folder}/CHANGELOG.md`, library.call(resource, method)]),
    ];
    return names
      .filter(([path, name]) => !changelogs.get(path)?.includes(`\`${name}\``))
      .map(([path, name]) => `${path}: does not mention \`${name}\`, which is new`);
  });
}
