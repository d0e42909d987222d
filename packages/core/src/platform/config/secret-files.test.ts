import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { originsOf, settingOf } from '../../operations/doctor/settings.js';
import { loadConfig } from './config.js';
import { SECRET_FILES, withSecretFiles } from './secret-files.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const complete = {
  DATABASE_URL_FILE: fileWith('database', 'postgres://svc:hunter2@localhost/svc\n'),
  REDIS_URL_FILE: fileWith('redis', 'redis://:hunter2@localhost\n'),
  MASTER_KEY_FILE: fileWith('master', `${key(1)}\n`),
  API_KEY_PEPPER_FILE: fileWith('pepper', `  ${key(2)}\r\n`),
};

describe('settings in files', () => {
  it('replace those of the environment', () => {
    const config = loadConfig({ ...complete, METRICS_TOKEN_FILE: fileWith('token', 'a-token-of-16-characters') });
    expect(config).toMatchObject({
      DATABASE_URL: 'postgres://svc:hunter2@localhost/svc',
      REDIS_URL: 'redis://:hunter2@localhost',
      METRICS_TOKEN: 'a-token-of-16-characters',
    });
    expect(config.MASTER_KEY.first.bytes).toEqual(Buffer.alloc(32, 1));
    expect(config.API_KEY_PEPPER.first.bytes).toEqual(Buffer.alloc(32, 2));
  });

  it('are settings themselves', () => {
    expect(Object.keys(loadConfig(complete))).toEqual(expect.arrayContaining(Object.keys(complete)));
    expect(SECRET_FILES).toHaveLength(10);
  });

  it.each([
    ['does not exist', join(folder, 'missing')],
    ['is empty', fileWith('empty', ' \n')],
    ['is a folder', folder],
  ])('stop the boot if the file %s, without its path', (_, file) => {
    const load = (): unknown => loadConfig({ ...complete, MASTER_KEY_FILE: file });
    expect(load).toThrow(
      /^Invalid configuration:\n {2}MASTER_KEY_FILE: expected a readable file that contains the secret$/,
    );
    expect(load).not.toThrow(file);
  });

  it('are refused next to the setting itself', () => {
    expect(() => loadConfig({ ...complete, MASTER_KEY: key(3) })).toThrow(
      'MASTER_KEY_FILE: must not be set together with MASTER_KEY',
    );
    expect(() => withSecretFiles({ ...complete, MASTER_KEY: key(3) })).toThrow('MASTER_KEY_FILE: must not be set');
  });

  it('are validated like those of the environment, and their value is in no message', () => {
    const load = (): unknown => loadConfig({ ...complete, REDIS_URL_FILE: fileWith('wrong', 'hunter2') });
    expect(load).toThrow(/REDIS_URL: expected redis:/);
    expect(load).not.toThrow(/hunter2/);
  });

  it('are ignored if the name is empty', () => {
    const { REDIS_URL_FILE: _, ...others } = complete;
    const config = loadConfig({ ...others, REDIS_URL_FILE: '', REDIS_URL: 'redis://localhost' });
    expect(config.REDIS_URL).toBe('redis://localhost');
  });

  it('are what commands and the doctor read', () => {
    expect(settingOf('REDIS_URL', complete)).toBe('redis://:hunter2@localhost');
    const sources = Object.fromEntries(originsOf(complete, {}).map(({ name, source }) => [name, source]));
    expect(sources).toMatchObject({ MASTER_KEY: 'MASTER_KEY_FILE', METRICS_TOKEN: 'unset', PORT: 'default' });
    expect(withSecretFiles({ ...complete, PORT: '1' })).toEqual({
      PORT: '1',
      DATABASE_URL: 'postgres://svc:hunter2@localhost/svc',
      REDIS_URL: 'redis://:hunter2@localhost',
      MASTER_KEY: key(1),
      API_KEY_PEPPER: key(2),
    });
  });
});
