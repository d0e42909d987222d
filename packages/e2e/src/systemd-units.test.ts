import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = 'deploy/systemd';
const units = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') }));
const hasTool = Boolean(process.env['CI']) || spawnSync('systemd-analyze', ['--version']).status === 0;
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

  it('passes the options of npm start to Node', () => {
    const program = name === 'svc-api.service' ? 'api' : 'worker';
    const { config } = JSON.parse(readFileSync(`apps/${program}/package.json`, 'utf8')) as {
      config: { nodeOptions: string };
    };
    if (name !== 'svc-migrate.service') expect(text).toContain(`NODE_OPTIONS=${config.nodeOptions}\n`);
  });

  it.skipIf(!hasTool)('is rated 3 or better', () => {
    const unit = `${FOLDER}/${name}`;
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit], { stdio: 'pipe' });
  });
});
