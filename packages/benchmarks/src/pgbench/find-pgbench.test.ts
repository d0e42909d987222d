import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPgbench } from './find-pgbench.js';

describe('pgbench is found', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-find-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const install = async (...path: string[]): Promise<string> => {
    await mkdir(join(folder, ...path), { recursive: true });
    const program = join(folder, ...path, 'pgbench');
    await writeFile(program, '', { mode: 0o755 });
    return program;
  };

  it('on PATH first', async () => {
    const onPath = await install('bin');
    await install('debian', '15', 'bin');
    expect(await findPgbench(join(folder, 'bin'), join(folder, 'debian'))).toBe(onPath);
  });

  it('then in the newest of the Debian packages', async () => {
    await install('debian', '9', 'bin');
    const newest = await install('debian', '17', 'bin');
    expect(await findPgbench('', join(folder, 'debian'))).toBe(newest);
  });

  it('nowhere if it is not installed', async () => {
    expect(await findPgbench(folder, join(folder, 'debian'))).toBeUndefined();
  });
});
