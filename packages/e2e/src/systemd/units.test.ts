import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'deploy/systemd';
const units = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') }));
const hasTool = Boolean(process.env['CI']) || spawnSync('systemd-analyze', ['--version']).status === 0;
const REQUIRED = ['DATABASE_URL', 'REDIS_URL', 'MASTER_KEY', 'API_KEY_PEPPER'];
const settings = new Set(readFileSync('docs/configuration.md', 'utf8').match(/(?<=^\| `)[A-Z_]+/gm));

function valuesOf(text: string, key: string): string[] {
  return [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

describe.each(units)('$name', ({ name, text }) => {
  it('starts a program that the build makes, with settings that exist', () => {
    const [program = ''] = valuesOf(text, 'ExecStart').map((command) => command.split(' ')[1] ?? '');
    expect(program).toMatch(/^apps\/.*\/dist\//);
    expect(existsSync(program), program).toBe(true);
    const set = valuesOf(text, 'Environment').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(set.filter((setting) => !settings.has(setting))).toEqual(
      name === 'svc-migrate.service' ? [] : ['NODE_ENV', 'NODE_OPTIONS'],
    );
  });

  it('reads each secret from a credential, and loads no other', () => {
    const loaded = valuesOf(text, 'LoadCredential').map((line) => line.split(':'));
    expect(loaded.map(([id, file]) => [id, file])).toEqual(loaded.map(([id]) => [id, `/etc/svc-payments/${id}`]));
    const read = valuesOf(text, 'Environment').flatMap((line) => [...line.matchAll(/(\w+)_FILE=%d\/(\w+)/g)]);
    expect(read.map(([, , id]) => id)).toEqual(loaded.map(([id]) => id));
    const prefix = name === 'svc-migrate.service' ? 'owner_' : '';
    expect(read.map(([, , id]) => id)).toEqual(read.map(([, setting]) => `${prefix}${setting?.toLowerCase()}`));
    expect(read.map(([, setting]) => setting)).toEqual(name === 'svc-migrate.service' ? ['DATABASE_URL'] : REQUIRED);
  });

  it('passes the options of npm start to Node', () => {
    const program = name === 'svc-api.service' ? 'api' : 'worker';
    const { config } = JSON.parse(readFileSync(`apps/${program}/package.json`, 'utf8')) as {
      config: { nodeOptions: string };
    };
    if (name !== 'svc-migrate.service') expect(text).toContain(`NODE_OPTIONS=${config.nodeOptions}\n`);
  });

  it.skipIf(!hasTool)('is understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-units-'));
    try {
      const unit = join(folder, name.replace('@', '@3001'));
      // Node and the folder of the service are not where they are on a host.
      writeFileSync(unit, text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      const about = stderr.split('\n').filter((line) => line.includes(name.replace('@', '@3001')));
      expect([status, about]).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.skipIf(!hasTool)('is rated 3 or better', () => {
    const unit = `${FOLDER}/${name}`;
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit], { stdio: 'pipe' });
  });
});

it('have the commands of the operator read what the units read, and leave the shell as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-operator-'));
  try {
    const guide = readFileSync('docs/operations/install.md', 'utf8');
    const [block = ''] = /(?<=The operator's commands[^]*?\n\n)(?: {4}.*\n)+/.exec(guide) ?? [];
    const json = `{"a": "it is $HOME"}`;
    writeFileSync(join(folder, 'service.env'), `PUBLIC_URL=https://pay.example.com\nQUOTED='${json}'\n`);
    const program = `console.log(JSON.stringify([process.env, process.cwd()]))`;
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\nexec '${process.execPath}' -e '${program}'\n`, { mode: 0o755 });
    const commands = block.replaceAll('/etc/svc-payments', folder).replaceAll('/opt/svc-payments', folder);
    const script = `${commands}\necho "$PWD $PUBLIC_URL"`;
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    const [printed = '', left] = execFileSync('/bin/sh', ['-c', script], { env, cwd: '/', encoding: 'utf8' }).split(
      '\n',
    );
    const [seen, place] = JSON.parse(printed) as [Record<string, string>, string];
    const files = REQUIRED.map((name) => [`${name}_FILE`, join(folder, name.toLowerCase())]);
    expect(seen).toMatchObject({ ...Object.fromEntries(files), QUOTED: json, MIGRATE_ON_BOOT: 'false' });
    expect({ place, left }).toEqual({ place: folder, left: '/ ' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
