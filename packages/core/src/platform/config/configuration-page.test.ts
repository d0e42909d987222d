import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { configTable } from './config-table.js';

const page = new URL('../../../../../docs/configuration.md', import.meta.url);

it('docs/configuration.md shows the table that `npm run config` prints', async () => {
  const text = await readFile(page, 'utf8');
  const shown = /<!-- configuration -->\n([^]*?)\n<!-- \/configuration -->/.exec(text)?.[1];
  expect(shown?.trim()).toBe(configTable());
});
