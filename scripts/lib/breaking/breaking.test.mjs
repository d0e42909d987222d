import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { missingGo } from '../go.mjs';
import { root } from '../paths.mjs';
import { breaking } from './breaking-changes.mjs';
import { breakingChanges } from './compare.mjs';
import { harmless } from './harmless-changes.mjs';
import { ensureOasdiff } from './oasdiff.mjs';

const INSTALLATION = 600_000;

const [missing] = missingGo();
// Without Go, only extensions are compared. In CI these tests must run.
const withGo = missing === undefined || process.env.CI ? describe : describe.skip;

withGo('the gate for breaking changes', () => {
  let oasdiff = '';
  /** @type {any} */
  let released;

  beforeAll(async () => {
    if (missing !== undefined) throw new Error(`the gate needs ${missing}`);
    oasdiff = await ensureOasdiff();
    released = JSON.parse(await readFile(join(root, 'openapi', 'baseline.json'), 'utf8'));
  }, INSTALLATION);

  /** @param {import('./parts.mjs').Change} change */
  const changed = (change, document = released) => {
    const copy = structuredClone(document);
    change(copy);
    return copy;
  };

  it.each(breaking)('refuses: %s [%s]', async (_name, rule, change, prepare = () => {}) => {
    const base = changed(prepare);
    const found = await breakingChanges(base, changed(change, base), oasdiff);
    expect([...new Set(found.map((each) => each.rule))]).toContain(rule);
  });

  it.each(harmless)('allows: %s', async (_name, change, prepare = () => {}) => {
    const base = changed(prepare);
    expect(await breakingChanges(base, changed(change, base), oasdiff)).toEqual([]);
  });
});
