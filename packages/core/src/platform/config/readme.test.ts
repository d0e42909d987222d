import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { configTable } from './config-table.js';

const readme = new URL('../../../../../README.md', import.meta.url);

it('the README shows the configuration as `npm run config` prints it', async () => {
  const text = await readFile(readme, 'utf8');
  const shown = /<!-- configuration -->\n([^]*?)\n<!-- \/configuration -->/.exec(text)?.[1];
  expect(shown?.trim()).toBe(configTable());
});
