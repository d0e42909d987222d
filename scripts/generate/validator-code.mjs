import standalone from 'ajv/dist/standalone/index.js';

const JOIN = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g;

const APPEND = `
function append(all, more) {
  if (all === null) return more;
  for (const error of more) all.push(error);
  return all;
}
`;

/**
 * The code of validators. Ajv copies all errors so far for each invalid item of a list, which takes quadratic time: a
 * body of 64 KiB would take seconds. This code appends to them.
 * @param {import('ajv').Ajv} ajv
 * @param {Record<string, string>} exported schema ids by export name
 */
export function validatorCode(ajv, exported) {
  const code = standalone.default(ajv, exported).replace('"use strict";', '');
  const appending = code.replaceAll(JOIN, 'vErrors = append(vErrors, $1.errors)');
  if (appending.includes('vErrors.concat')) throw new Error('Ajv joins errors in a way that is not known here');
  return appending === code ? code : appending + APPEND;
}
