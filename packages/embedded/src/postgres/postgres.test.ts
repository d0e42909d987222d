import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { query, scratchFolder } from '../../test/scratch.js';
import type { EmbeddedService, PostgresOptions } from '../service.js';
import { startPostgres } from './postgres.js';

async function start(options: Partial<PostgresOptions> = {}): Promise<EmbeddedService> {
  const postgres = await startPostgres({ dataDir: await scratchFolder(), durable: false, ...options });
  onTestFinished(() => postgres.stop());
  return postgres;
}

describe('Postgres', () => {
  it('is UTF-8, in UTC, sorted by code point, and takes 200 connections', async () => {
    const postgres = await start();
    const [settings] = await query(
      postgres.url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS timezone,
              current_setting('max_connections') AS connections, current_setting('lc_messages') AS messages,
              datlocale AS locale, datname AS database, current_user AS role
         FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      timezone: 'UTC',
      connections: '200',
      messages: 'C',
      locale: 'C.UTF-8',
      database: 'svc',
      role: 'svc',
    });
  });

  it('forces commits to disk unless told otherwise', async () => {
    const durable = await start({ durable: true });
    expect(await query(durable.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    const quick = await start();
    expect(await query(quick.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  });

  it('takes settings over its own', async () => {
    const postgres = await start({ settings: { max_connections: '33' } });
    expect(await query(postgres.url, 'SHOW max_connections')).toEqual([{ max_connections: '33' }]);
  });

  it('refuses a wrong password and keeps the right one to its owner', async () => {
    const dataDir = await scratchFolder();
    const postgres = await start({ dataDir });
    const wrong = new URL(postgres.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const { mode } = await stat(join(dataDir, 'postgres.secret'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('listens on the loopback address only', async () => {
    const postgres = await start();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find((address) => !address.internal && address.family === 'IPv4');
    if (outside === undefined) return;
    const refused = new Promise((resolve) => connect(postgres.port, outside.address).on('error', () => resolve(true)));
    expect(await refused).toBe(true);
  });

  it('keeps values of failed statements out of its log', async () => {
    const dataDir = await scratchFolder();
    const postgres = await start({ dataDir });
    await expect(query(postgres.url, `SELECT 'ada@example.com'::int`)).rejects.toThrow('ada@example.com');
    expect(await readFile(join(dataDir, 'logs', 'postgres.log'), 'utf8')).not.toContain('ada@example.com');
  });

  it('makes another database when a later start asks for it', async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    const postgres = await start({ dataDir, database: 'second' });
    expect(await query(postgres.url, 'SELECT current_database() AS name')).toEqual([{ name: 'second' }]);
    await expect(startPostgres({ dataDir: await scratchFolder(), database: 'a"b' })).rejects.toThrow('not a name');
  });

  it('starts although a process that is not Postgres has the pid of one that was killed', async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${process.pid}\n`);
    expect(await query((await start({ dataDir })).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('names both versions when the cluster is of another one', async () => {
    const dataDir = await scratchFolder();
    await (await start({ dataDir })).stop();
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(start({ dataDir })).rejects.toThrow(/made by Postgres 15; this version brings Postgres 18/);
  });

  it('tells the reason when it cannot start', async () => {
    await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow(
      'invalid value for parameter "shared_buffers"',
    );
  });
});
