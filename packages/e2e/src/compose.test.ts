import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { programs } from './image-programs.js';

interface Service {
  readonly image: string;
  readonly user: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, string | number>> } };
}

const FOLDER = 'deploy/compose';
const text = readFileSync(`${FOLDER}/compose.yaml`, 'utf8');
const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
};
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const settings = new Set(readFileSync('docs/configuration.md', 'utf8').match(/(?<=^\| `)[A-Z_]+/gm));
const services = Object.entries(compose.services).map(([name, service]) => ({ name, ...service }));
const ours = services.filter(({ image }) => image.includes('svc-payments'));

interface SecretMaker {
  readonly folder: string;
  /** Runs the script, and returns the secrets by name. */
  readonly make: (path?: string) => Record<string, string>;
  /** Runs the script as a user who is not root, and returns what it prints. */
  readonly makeAsNobody: () => string;
}

const NOBODY = 65_534;

/** A copy of make-secrets.sh. */
function secretMaker(): SecretMaker {
  const folder = mkdtempSync(join(tmpdir(), 'svc-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(`${FOLDER}/make-secrets.sh`, join(folder, 'make-secrets.sh'));
  const make = (path = process.env['PATH'] ?? ''): Record<string, string> => {
    execFileSync('/bin/sh', [join(folder, 'make-secrets.sh')], { env: { PATH: path }, stdio: 'pipe' });
    const names = readdirSync(join(folder, 'secrets')).sort();
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]));
  };
  const makeAsNobody = (): string => {
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    if (user.uid !== undefined) {
      for (const each of [folder, join(folder, 'secrets')]) chownSync(each, NOBODY, NOBODY);
      chmodSync(join(folder, 'make-secrets.sh'), 0o755);
    }
    return execFileSync('/bin/sh', [join(folder, 'make-secrets.sh')], { ...user, encoding: 'utf8', stdio: 'pipe' });
  };
  return { folder, make, makeAsNobody };
}

describe('compose.yaml', () => {
  it.each(services)('$name cannot write to its image, and has no rights and a limit', (service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.user).not.toMatch(/^(root|0)/);
    expect(Object.keys(service.deploy.resources.limits)).toEqual(['cpus', 'memory', 'pids']);
  });

  it.each(ours)('$name reads further settings, if there are any, from a file that Git ignores', ({ env_file = [] }) => {
    const [{ path, required } = expect.fail('it reads no file')] = env_file;
    expect(required).toBe(false);
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain(join(FOLDER, path));
  });

  it.each(ours)('$name runs a program of this version, with settings that exist', ({ image, command, environment }) => {
    expect(image).toBe(`\${SVC_IMAGE:-svc-payments:${version}}`);
    expect([...programs().keys()]).toContain(command?.[0]);
    expect(Object.keys(environment ?? {}).filter((name) => !settings.has(name))).toEqual([]);
  });

  it.each(services)('$name reads its secrets from files that it mounts', ({ environment = {}, secrets = [] }) => {
    for (const name of Object.keys(environment)) expect(settings.has(`${name}_FILE`), name).toBe(false);
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    for (const [, file] of files) expect(secrets).toContain(file.replace('/run/secrets/', ''));
    for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
  });

  it('starts the API and the worker after the migration, checks that they are alive, and lets them finish', () => {
    for (const name of ['api', 'worker']) {
      expect(compose.services[name]).toMatchObject({
        stop_grace_period: '45s',
        healthcheck: { test: ['CMD', 'node', '/app/deploy/image/svc.mjs', 'health'] },
        environment: { MIGRATE_ON_BOOT: 'false' },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
    }
  });

  it('publishes the port of the API on this host only, and keeps Postgres and Redis from the network', () => {
    expect(compose.services['api']?.ports).toEqual(['127.0.0.1:${API_PORT:-3000}:3000']);
    expect(services.filter(({ ports }) => ports !== undefined).map(({ name }) => name)).toEqual(['api']);
    for (const name of ['postgres', 'redis', 'migrate']) expect(compose.services[name]?.networks).toEqual(['data']);
    expect(compose).toMatchObject({ networks: { data: { internal: true } } });
  });

  it('uses the secrets that make-secrets.sh creates, each of its own and once', () => {
    const { folder, make } = secretMaker();
    const made = make();
    expect(Object.keys(made)).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
    expect(Buffer.from(made['master_key'] ?? '', 'base64')).toHaveLength(32);
    expect(made['database_url']).toContain(`svc_service:${made['service_password']?.trim()}@postgres/svc`);
    expect(make()).toEqual(made);
  });

  it('creates secrets that an earlier run left empty, with the URLs of their passwords, and keeps the others', () => {
    const { folder, make } = secretMaker();
    const first = make();
    for (const [name, left] of [
      ['master_key', ''],
      ['owner_password', '\n'],
      ['redis_url', '\n'],
    ] as const) {
      rmSync(join(folder, 'secrets', name));
      writeFileSync(join(folder, 'secrets', name), left);
    }
    const { master_key, owner_password, owner_url, ...others } = make();
    expect(first).toMatchObject(others);
    expect(Buffer.from(master_key ?? '', 'base64')).toHaveLength(32);
    expect(owner_password).toHaveLength(49);
    expect(owner_url).toBe(`postgres://svc_owner:${owner_password?.trim()}@postgres/svc\n`);
    expect(statSync(join(folder, 'secrets/owner_url')).mode & 0o777).toBe(0o444);
  });

  it('refuses a secret that it cannot read, and changes nothing', () => {
    const { folder, make, makeAsNobody } = secretMaker();
    const first = make();
    const file = (name: string): string => join(folder, 'secrets', name);
    rmSync(file('owner_password'));
    chmodSync(file('master_key'), 0o000);
    expect(makeAsNobody).toThrow(`cannot read ${file('master_key')}`);
    expect(existsSync(file('owner_password'))).toBe(false);
    chmodSync(file('master_key'), 0o400);
    expect(readFileSync(file('master_key'), 'utf8')).toBe(first['master_key']);
  });

  it('names the secrets that it replaces', () => {
    const { folder, make } = secretMaker();
    make();
    for (const name of ['metrics_token', 'service_password']) {
      rmSync(join(folder, 'secrets', name));
      writeFileSync(join(folder, 'secrets', name), '');
    }
    const printed = execFileSync('/bin/sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' });
    expect(printed.match(/(?<=^Replacing )\w+/gm)?.sort()).toEqual([
      'database_url',
      'metrics_token',
      'service_password',
    ]);
  });

  it('creates nothing without openssl, and nothing empty if openssl fails', () => {
    const { folder, make } = secretMaker();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['dirname', 'mkdir', 'cat', 'chmod', 'rm', 'sed']) symlinkSync(`/bin/${name}`, join(bin, name));
    expect(() => make(bin)).toThrow('make-secrets.sh needs openssl');
    expect(existsSync(join(folder, 'secrets'))).toBe(false);
    writeFileSync(join(bin, 'openssl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(() => make(bin)).toThrow();
    expect(readdirSync(join(folder, 'secrets'))).toEqual([]);
  });
});
