import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedOf, matches, requiredPackages } from './install.mjs';

describe('matches', () => {
  const wanted = {
    '': { name: 'svc-payments' },
    'packages/core': { version: '0.1.0' },
    'node_modules/@svc/core': { resolved: 'packages/core', link: true },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/darwin-only': { version: '1.0.0', optional: true },
  };
  const installed = {
    'node_modules/@svc/core': { resolved: 'packages/core', link: true },
    'node_modules/pg': { version: '8.23.1' },
  };

  it('accepts an installation by npm without packages of other platforms', () => {
    expect(matches(wanted, installed)).toBe(true);
  });

  it.each([
    ['a package in another version', { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
    ['a package that is missing', { 'node_modules/@svc/core': { link: true } }],
    ['a workspace that is not linked', { ...installed, 'node_modules/@svc/core': { version: '0.1.0' } }],
    ['nothing', {}],
  ])('refuses %s', (_, found) => {
    expect(matches(wanted, found)).toBe(false);
  });
});

describe('the progress of an installation', () => {
  const lock = {
    '': { name: 'svc-payments' },
    'packages/core': { version: '0.1.0' },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/@nestjs/core': { version: '12.0.0' },
    'node_modules/pg/node_modules/ini': { version: '1.0.0' },
    'node_modules/darwin-only': { version: '1.0.0', optional: true },
  };

  it('counts the installed packages among those that every platform needs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-install-'));
    try {
      const wanted = requiredPackages(lock);
      expect(installedOf(wanted, folder)).toBe('  0 of 3 packages');
      for (const path of ['node_modules/pg', 'node_modules/@nestjs/core', 'node_modules/darwin-only']) {
        await mkdir(join(folder, path), { recursive: true });
        await writeFile(join(folder, path, 'package.json'), '{}');
      }
      // npm creates folders before it fills them.
      await mkdir(join(folder, 'node_modules/pg/node_modules/ini'), { recursive: true });
      expect(installedOf(wanted, folder)).toBe('  2 of 3 packages');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
