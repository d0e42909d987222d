import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientMethods } from './client-methods.mjs';
import { LIBRARIES } from './libraries.mjs';
import { root } from '../lib/paths.mjs';

const TABLE = /^\| resource +\| methods +\|\n(?:\|.*\n)+/m;

/** The README of each library with the table of its methods, by path. */
export async function readmeTables(document) {
  const methods = await clientMethods(document);
  const resources = [...new Set(methods.map(({ resource }) => resource))];
  return Promise.all(
    LIBRARIES.map(async (library) => {
      const rows = resources.map((name) => {
        const own = methods.filter(({ resource }) => resource === name);
        return [`\`${library.resource(name)}\``, own.map(({ method }) => `\`${library.method(method)}\``).join(' ')];
      });
      const path = `${library.folder}/README.md`;
      const text = await readFile(join(root, path), 'utf8');
      if (!TABLE.test(text)) throw new Error(`${path} has no table of resources and methods`);
      return [path, text.replace(TABLE, () => table([['resource', 'methods'], ...rows]))];
    }),
  );
}

/** A table as the formatter writes it. */
function table([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`).join('');
}
