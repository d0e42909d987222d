import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processesMentioning, scratchFolder } from '../../test/scratch.js';
import { readOsRelease } from './os-release.js';
import { startRedis } from './redis.js';

function connectTo(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true });
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  return redis;
}

describe('Redis', () => {
  it('never evicts, appends every second, and keeps no snapshots', async () => {
    const service = await startRedis({ dataDir: await scratchFolder() });
    onTestFinished(() => service.stop());
    const redis = connectTo(service.url);
    const setting = async (name: string) => ((await redis.config('GET', name)) as string[])[1];
    expect(await setting('maxmemory-policy')).toBe('noeviction');
    expect(await setting('appendonly')).toBe('yes');
    expect(await setting('appendfsync')).toBe('everysec');
    expect(await setting('save')).toBe('');
    expect(await setting('bind')).toBe('127.0.0.1');
  });

  it('writes nothing to disk when it need not be durable', async () => {
    const service = await startRedis({ dataDir: await scratchFolder(), durable: false });
    onTestFinished(() => service.stop());
    expect(await connectTo(service.url).config('GET', 'appendonly')).toEqual(['appendonly', 'no']);
  });

  it('demands its password, which no command line shows', async () => {
    const service = await startRedis({ dataDir: await scratchFolder(), durable: false });
    onTestFinished(() => service.stop());
    const url = new URL(service.url);
    const { password } = url;
    url.password = '';
    await expect(connectTo(url.href).get('key')).rejects.toThrow('NOAUTH');
    expect(await processesMentioning(password)).toEqual([]);
  });
});

describe('without any Redis', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('passes over a program on PATH that does not run', async () => {
    const bin = join(await scratchFolder(), 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'redis-server'), '#!/bin/sh\necho "Redis server v=5.0.1"\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    const service = await startRedis({ dataDir: await scratchFolder(), durable: false });
    onTestFinished(() => service.stop());
    expect(await connectTo(service.url).ping()).toBe('PONG');
  });
});

describe('readOsRelease', () => {
  it('lists what the system is like, the most exact name first', async () => {
    const file = join(await scratchFolder(), 'os-release');
    await writeFile(file, 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n');
    expect(await readOsRelease(file)).toEqual({ families: ['ubuntu', 'debian'], version: '24.04' });
    await writeFile(file, 'ID="rocky"\nID_LIKE="rhel centos fedora"\n');
    expect((await readOsRelease(file)).families).toEqual(['rocky', 'rhel', 'centos', 'fedora']);
    expect((await readOsRelease(`${file}.none`)).families).toEqual([]);
  });
});
