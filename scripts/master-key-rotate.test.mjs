import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './lib/paths.mjs';

const kept = { masterKey: Buffer.alloc(32, 1).toString('base64'), apiKeyPepper: 'p', accountId: 'acct_1' };

function rotate(env) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DATABASE_URL|MASTER_KEY)$/.test(name));
  const script = join(root, 'scripts', 'master-key-rotate.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: { ...Object.fromEntries(inherited), ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe('npm run master-key:rotate', () => {
  it('first adds a new key in front of the old one, and does nothing more until npm start uses it', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'svc-keys-'));
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const file = join(DATA_DIR, 'keys.json');
    await writeFile(file, JSON.stringify(kept));
    expect(rotate({ DATA_DIR })).toMatchObject({ status: 0, said: expect.stringContaining('start it again') });
    const keys = JSON.parse(await readFile(file, 'utf8'));
    const [newer, older, ...others] = keys.masterKey.split(',');
    expect({ ...keys, masterKey: older }).toEqual(kept);
    expect([Buffer.from(newer, 'base64').length, others]).toEqual([32, []]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(rotate({ DATA_DIR })).toMatchObject({ status: 1, said: expect.stringContaining('Nothing runs in') });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(keys);
  });

  it('says what a key must be, without the key', () => {
    const { status, said } = rotate({
      DATABASE_URL: 'postgres://127.0.0.1:1/svc',
      API_KEY_PEPPER: 'p',
      MASTER_KEY: 'not-a-key',
    });
    expect({ status, said }).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^MASTER_KEY: expected 32 bytes in base64, or up to 3 different ones/m),
    });
    expect(said).not.toMatch(/not-a-key|^ +at /m);
  });
});
