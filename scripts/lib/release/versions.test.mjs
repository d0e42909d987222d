import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../paths.mjs';
import { clientVersion, serviceVersion, setVersion, versionedFiles, versionFaults } from './versions.mjs';

const OF_CLIENTS = ['sdk/src/version.ts', 'sdk-python/src/svc_payments/_version.py'].map((file) => `packages/${file}`);

describe('the versions', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-versions-'));
    for (const file of await versionedFiles(root)) await cp(join(root, file), join(folder, file));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function change(/** @type {string} */ file, /** @type {string} */ from, /** @type {string} */ to) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(folder, file), text.replace(from, to));
  }

  it('are the same in this repository', async () => {
    expect(await versionFaults(folder)).toEqual([]);
  });

  it.each([
    ['openapi/openapi.yaml', (/** @type {string} */ v) => `version: ${v}`],
    ['openapi/console.yaml', (/** @type {string} */ v) => `version: ${v}`],
    ['deploy/chart/Chart.yaml', (/** @type {string} */ v) => `version: ${v}`],
    ['deploy/chart/Chart.yaml', (/** @type {string} */ v) => `appVersion: '${v}'`],
    ['deploy/compose/compose.yaml', (/** @type {string} */ v) => `svc-payments:${v}`],
    ['docs/operations/install.md', (/** @type {string} */ v) => `svc-payments:${v}`],
    ['apps/api/package.json', (/** @type {string} */ v) => `"version": "${v}"`],
    ['apps/api/package.json', (/** @type {string} */ v) => `"@svc/core": "${v}"`],
    ['packages/acquirer-kit/package.json', (/** @type {string} */ v) => `"version": "${v}"`],
    ['package-lock.json', (/** @type {string} */ v) => `"version": "${v}"`],
  ])('may not differ in %s', async (file, text) => {
    const version = await serviceVersion(folder);
    await change(file, text(version), text('99.0.0'));
    expect(await versionFaults(folder)).toEqual([`${file}: has 99.0.0, expected ${version}`]);
  });

  it.each([...OF_CLIENTS, 'packages/sdk-php/CHANGELOG.md', 'packages/sdk-java/README.md'])(
    'of a client library may not differ in %s',
    async (file) => {
      const version = await clientVersion(folder, file.split('/', 2).join('/'));
      await change(file, version, '99.0.0');
      expect(await versionFaults(folder)).toContain(`${file}: has 99.0.0, expected ${version}`);
    },
  );

  it.each(['packages/e2e/package.json', 'package-lock.json'])(
    'of a client library may not be pinned in %s',
    async (file) => {
      await change(file, '"@svc/sdk": "*"', '"@svc/sdk": "2.0.0"');
      expect(await versionFaults(folder)).toEqual([`${file}: pins @svc/sdk to 2.0.0, expected *`]);
    },
  );

  it('of the service are all written at once, and those of the client libraries stay', async () => {
    await setVersion(folder, '98.7.6-rc.1');
    expect(await serviceVersion(folder)).toBe('98.7.6-rc.1');
    expect(await versionFaults(folder)).toEqual([]);
    const chart = await readFile(join(folder, 'deploy', 'chart', 'Chart.yaml'), 'utf8');
    expect(chart).toContain("\nversion: 98.7.6-rc.1\nappVersion: '98.7.6-rc.1'\n");
    expect(await clientVersion(folder, 'packages/sdk')).toBe(await clientVersion(root, 'packages/sdk'));
  });
});
