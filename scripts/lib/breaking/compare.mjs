import { breaksByOasdiff } from './oasdiff.mjs';
import { breaksOfExtensions } from './own-rules.mjs';
import { prepared } from './prepare.mjs';

/** @typedef {{ rule: string, place: string, text: string }} Break */

/**
 * Changes from `base` to `revision` that break clients.
 * @param {string | null} oasdiff path of the program; null compares only the contract's extensions
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
