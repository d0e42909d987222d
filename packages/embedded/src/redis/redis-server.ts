import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { EmbeddedError } from '../errors.js';
import type { Placement } from '../placement.js';
import { run } from '../run.js';
import { readOsRelease } from './os-release.js';
import { canUnpackDebian, unpackDebianRedis } from './debian-packages.js';

export interface RedisServer {
  program: string;
  env: NodeJS.ProcessEnv;
}

const names = ['redis-server', 'valkey-server'];
const oldestVersion = [6, 2] as const;

/** A Redis or Valkey of this machine, else Debian's packages unpacked for it. */
export async function findRedisServer(
  dataDir: string,
  placement: Placement,
  log: ((line: string) => void) | undefined,
): Promise<RedisServer> {
  for (const program of await programsOnPath()) {
    const server = { program, env: {} };
    if (await runs(server, placement)) return server;
  }
  let reason = '';
  if (await canUnpackDebian()) {
    try {
      const server = await unpackDebianRedis(dataDir, log);
      if (await runs(server, placement)) return server;
      reason = ' Its Debian package does not run here.';
    } catch (error) {
      reason = ` Its Debian package could not be had: ${(error as Error).message}`;
    }
  }
  throw new EmbeddedError(
    `No Redis here.${reason}\nInstall one with \`${await installCommand()}\`, or set REDIS_URL to a Redis 7 or Valkey.`,
  );
}

async function programsOnPath(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = await Promise.all(
    candidates.map((candidate) =>
      access(candidate, constants.X_OK).then(
        () => candidate,
        () => undefined,
      ),
    ),
  );
  return found.filter((program) => program !== undefined);
}

/** Whether the user that will run it can, and it is new enough. */
async function runs(server: RedisServer, placement: Placement): Promise<boolean> {
  try {
    const said = await run(server.program, ['--version'], {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...server.env },
      identity: placement.identity,
    });
    const [, major = '0', minor = '0'] = /v=(\d+)\.(\d+)/.exec(said) ?? [];
    const [oldestMajor, oldestMinor] = oldestVersion;
    return Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  } catch {
    return false;
  }
}

async function installCommand(): Promise<string> {
  if (process.platform === 'darwin') return 'brew install redis';
  const { families } = await readOsRelease();
  const commands: Record<string, string> = {
    debian: 'sudo apt-get install redis-server',
    ubuntu: 'sudo apt-get install redis-server',
    alpine: 'sudo apk add valkey',
    fedora: 'sudo dnf install valkey',
    rhel: 'sudo dnf install redis',
    arch: 'sudo pacman -S valkey',
    suse: 'sudo zypper install redis',
  };
  for (const family of families) {
    const command = commands[family];
    if (command !== undefined) return command;
  }
  return 'docker run -d -p 127.0.0.1:6379:6379 redis:7 --maxmemory-policy noeviction';
}
