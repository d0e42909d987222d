import { breaksByOasdiff } from './oasdiff.mjs';
import { breaksOfExtensions } from './own-rules.mjs';
import { prepared } from './prepare.mjs';

/** @typedef {{ rule: string, place: string, text: string }} Break */

/**
 * What a client of `base` would notice of `revision`.
 * @param {any} base
 * @param {any} revision
 * @param {string | null} oasdiff the program; null compares the contract's extensions alone
 * @returns {Promise<Break[]>}
 */
export async function breakingChanges(base, revision, oasdiff) {
  const own = breaksOfExtensions(base, revision);
  if (oasdiff === null) return own;
  const documents = prepared(base, revision);
  return [...(await breaksByOasdiff(oasdiff, documents.base, documents.revision)), ...own];
}

/** @param {Break} found */
export function asLine({ rule, place, text }) {
  return `${place}: ${text} [${rule}]`;
}
