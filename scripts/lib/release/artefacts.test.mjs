import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseOfDryRun } from './artefacts.mjs';

describe('the base of the image in a dry run', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-programs-'));
    vi.stubEnv('PATH', folder);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  async function program(/** @type {string} */ name, /** @type {string} */ text) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(folder, name), 0o755);
  }

  it('is the usual one if Buildah can pull it', async () => {
    await program('buildah', '');
    await program('mmdebstrap', '');
    expect(await baseOfDryRun({})).toEqual({ missing: [] });
  });

  it('is made of Debian packages if Buildah cannot pull it', async () => {
    await program('buildah', '[ "$1" != pull ]');
    await program('mmdebstrap', '');
    expect(await baseOfDryRun({})).toEqual({ localBase: true, missing: [] });
  });

  it('is missing without a registry and without mmdebstrap', async () => {
    await program('buildah', '[ "$1" != pull ]');
    expect(await baseOfDryRun({})).toEqual({ localBase: true, missing: ['a registry of images, or mmdebstrap'] });
  });

  it('is the one that --base names, without a question to a registry', async () => {
    await program('buildah', '[ "$1" != pull ]');
    expect(await baseOfDryRun({ base: 'images.example.com/node:20' })).toEqual({ missing: [] });
  });
});
