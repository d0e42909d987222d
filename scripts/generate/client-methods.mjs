import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { operationsOf } from './document.mjs';
import { Refusal } from '../lib/run-command.mjs';
import { root } from '../lib/paths.mjs';

const MANIFEST = 'openapi/client-methods.yaml';

/**
 * @typedef {object} ClientMethod
 * @property {string} resource such as `apiKeys`
 * @property {string} method such as `addPaymentMethod`
 * @property {import('./document.mjs').Operation} operation
 */

/**
 * All methods of the client libraries in the order of the manifest.
 * @returns {Promise<ClientMethod[]>}
 */
export async function clientMethods(document) {
  return matched(document, parse(await readFile(join(root, MANIFEST), 'utf8')));
}

/**
 * Throws unless manifest and contract have the same operations, each with a unique method.
 * @param {Record<string, string>} manifest
 * @returns {ClientMethod[]}
 */
export function matched(document, manifest) {
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  const names = Object.values(manifest);
  const faults = [
    ...[...operations.keys()].filter((id) => !(id in manifest)).map((id) => `operation ${id} has no entry`),
    ...Object.keys(manifest)
      .filter((id) => !operations.has(id))
      .map((id) => `${id} is not an operation of the contract`),
    ...names.filter((name) => !/^[a-z]\w*\.[a-z]\w*$/.test(name)).map((name) => `${name} is not <resource>.<method>`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is duplicate`),
  ];
  if (faults.length > 0) throw new Refusal(`${MANIFEST}:\n  ${faults.join('\n  ')}`);
  return Object.entries(manifest).flatMap(([id, name]) => {
    const [resource = '', method = ''] = name.split('.');
    const operation = operations.get(id);
    return operation === undefined ? [] : [{ resource, method, operation }];
  });
}
