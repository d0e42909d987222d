// Mistakes in schemas that the generators would report without their place.
import { Refusal } from '../lib/run-command.mjs';

const COMPONENTS = 'components/schemas/';

/**
 * Throws a Refusal that names each field in `required` that `properties` lacks.
 * @param {string} source the file that the document is made of
 * @param {any} document
 */
export function requireSchemaRules(source, document) {
  const problems = undefinedFields(document, []);
  if (problems.length > 0) throw new Refusal(`Mend the contract ${source}:\n  ${problems.join('\n  ')}`);
}

/**
 * @param {any} node
 * @param {string[]} path
 * @returns {string[]}
 */
function undefinedFields(node, path) {
  if (typeof node !== 'object' || node === null) return [];
  const { required, properties } = node;
  const isObject = Array.isArray(required) && typeof properties === 'object';
  const missing = isObject ? required.filter((field) => !Object.hasOwn(properties, field)) : [];
  const place = path.join('/').replace(COMPONENTS, 'schema ');
  return [
    ...missing.map((field) => `${place} requires ${field}, which its properties lack`),
    ...Object.entries(node).flatMap(([key, value]) => undefinedFields(value, [...path, key])),
  ];
}
