// Compares two OpenAPI documents with oasdiff, which has some 350 rules.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureGoTool } from '../go.mjs';
import { inScratchFolder } from '../scratch-folder.mjs';

const OASDIFF = { name: 'oasdiff', module: 'github.com/oasdiff/oasdiff', version: 'v1.36.0' };
/** Changes that oasdiff rates too low for this contract. */
const levels = fileURLToPath(new URL('oasdiff-levels.txt', import.meta.url));
/** oasdiff's level for possible breaks, such as a changed pattern. They count as breaks here. */
const WARNING = 2;

/** @param {Parameters<typeof ensureGoTool>[1]} [options] */
export function ensureOasdiff(options) {
  return ensureGoTool(OASDIFF, options);
}

/**
 * @param {string} program
 * @param {object} base
 * @param {object} revision
 * @returns {Promise<import('./compare.mjs').Break[]>}
 */
export function breaksByOasdiff(program, base, revision) {
  return inScratchFolder('breaking', async (folder) => {
    const [before, after] = [join(folder, 'baseline.json'), join(folder, 'openapi.json')];
    await writeFile(before, JSON.stringify(base));
    await writeFile(after, JSON.stringify(revision));
    const args = ['changelog', before, after, '--format', 'json', '--severity-levels', levels];
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 28 });
    return JSON.parse(stdout || '[]')
      .filter((/** @type {{ level: number }} */ { level }) => level >= WARNING)
      .map((/** @type {Record<string, string>} */ { id, text, operation, path, section }) => ({
        rule: id,
        place: path === undefined ? (section ?? 'document') : `${operation ?? ''} ${path}`.trim(),
        text,
      }));
  });
}
