import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createClient, eventually, freePort, startOwnServers, type Client, type OwnServers } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootSystemd, missingForSystemd, type SystemdHost } from './systemd-host.js';

const GUIDE = readFileSync('docs/operations/install.md', 'utf8');
const SECRETS = '/etc/svc-payments';
const patience = { timeoutMs: 60_000, intervalMs: 200 };

/** The commands of the guide that follow a text. */
function commandsAfter(text: string): string {
  const [block = ''] = new RegExp(`(?<=${text}[^]*?\\n\\n)(?: {4}.*\\n)+`).exec(GUIDE) ?? [];
  return block;
}

// In CI they must run: there this machine has all that they need.
describe.skipIf(!process.env['CI'] && missingForSystemd().length > 0)('an installation under systemd', () => {
  let servers: OwnServers;
  let host: SystemdHost;
  let client: Client;
  let apiUrl: string;
  const workers: string[] = [];

  beforeAll(async () => {
    servers = await startOwnServers();
    host = await bootSystemd();
    await makeRoles();
    const port = await freePort();
    apiUrl = `http://127.0.0.1:${port}`;
    for (let n = 0; n < 2; n += 1) workers.push(`svc-worker@${await freePort()}`);
    await writeSecrets(port);
    // The ports of the guide may be in use here.
    const commands = commandsAfter('\nThen:')
      .replaceAll(/svc-worker@300\d/g, () => '')
      .trimEnd();
    await sh(`cd /opt/svc-payments\n${commands} ${workers.join(' ')}`);
    await isReady();
    const output = await sh(commandsAfter("The operator's commands").replace('--tier pro', '--json --tier pro'));
    const { testKey } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as { testKey: string };
    client = createClient(apiUrl, testKey);
  }, 180_000);

  afterAll(async () => {
    await host?.stop();
    await servers?.stop();
  });

  const sh = (script: string): Promise<string> => host.run('/bin/sh', '-ec', script);

  async function makeRoles(): Promise<void> {
    const superuser = new pg.Client({ connectionString: servers.postgres.url });
    await superuser.connect();
    for (const role of ['svc_owner', 'svc_service']) await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    await superuser.query('CREATE DATABASE payments OWNER svc_owner');
    await superuser.end();
  }

  async function writeSecrets(port: number): Promise<void> {
    const urlOf = (role: string): string => {
      const url = new URL(servers.postgres.url);
      return Object.assign(url, { username: role, password: 'x', pathname: '/payments' }).href;
    };
    const secrets = {
      owner_database_url: urlOf('svc_owner'),
      database_url: urlOf('svc_service'),
      redis_url: servers.redis.url,
      master_key: randomBytes(32).toString('base64'),
      api_key_pepper: randomBytes(32).toString('base64'),
      'service.env': `PUBLIC_URL=https://pay.example.com\nPORT=${port}\n`,
    };
    await mkdir(host.path(SECRETS));
    for (const [name, text] of Object.entries(secrets)) {
      await writeFile(host.path(`${SECRETS}/${name}`), text, { mode: 0o400 });
    }
  }

  async function isReady(): Promise<void> {
    const ports = [new URL(apiUrl).port, ...workers.map((unit) => unit.split('@')[1])];
    await eventually(async () => {
      const answers = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }, patience);
  }

  const property = async (unit: string, name: string): Promise<string> =>
    (await host.run('systemctl', 'show', '--value', '--property', name, unit)).trim();

  async function pay(): Promise<unknown> {
    const amount = { value: 1_000, currency: 'EUR' };
    return (await client.post('/v1/payments?wait=10', { amount })).body['status'];
  }

  it('completes payments, without root and without rights', async () => {
    expect(await pay()).toBe('completed');
    for (const unit of ['svc-api', ...workers]) {
      const status = await readFile(host.path(`/proc/${await property(unit, 'MainPID')}/status`), 'utf8');
      expect(status).toMatch(/^Uid:\t[1-9]\d{4}\t/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^Seccomp:\t2$/m);
    }
  });

  it('starts killed processes again', async () => {
    await host.run('systemctl', 'kill', '--signal', 'KILL', 'svc-api', ...workers);
    await eventually(async () => expect(await property('svc-api', 'NRestarts')).toBe('1'), patience);
    await isReady();
    expect(await pay()).toBe('completed');
  }, 120_000);

  it('starts processes until Postgres is there', async () => {
    servers.postgres.kill();
    await host.run('systemctl', 'restart', 'svc-api', ...workers);
    await eventually(async () => expect(Number(await property('svc-api', 'NRestarts'))).toBeGreaterThan(1), patience);
    await servers.postgres.restart();
    await isReady();
    expect(await pay()).toBe('completed');
  }, 180_000);

  it('stops in order', async () => {
    await host.run('systemctl', 'stop', 'svc-api', ...workers);
    for (const unit of ['svc-api', ...workers]) {
      expect([await property(unit, 'ActiveState'), await property(unit, 'ExecMainStatus')]).toEqual(['inactive', '0']);
    }
    expect(await host.run('journalctl', '--unit', 'svc-api', '--output', 'cat')).toContain('"reason":"SIGTERM"');
  });
});
