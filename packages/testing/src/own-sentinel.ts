import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/embedded';
import { Redis } from 'ioredis';
import { startOwnRedis, type OwnRedis } from './own-redis.js';
import { eventually } from './wait.js';

export interface OwnSentinel {
  /** `host:port` of the Sentinel. */
  readonly address: string;
  readonly name: string;
  readonly password: string;
  /** The password of both servers. */
  readonly serverPassword: string;
  readonly primary: OwnRedis;
  readonly replica: OwnRedis;
  stop(): Promise<void>;
}

const NAME = 'payments';
const PASSWORD = 'sentinel-password';

/** A Redis with a replica, and a Sentinel that promotes the replica half a second after the primary is gone. */
export async function startOwnSentinel(): Promise<OwnSentinel> {
  const primary = await startOwnRedis();
  const replica = await startOwnRedis();
  const { hostname, port, password } = new URL(primary.url);
  await onServer(replica.url, async (redis) => {
    await redis.config('SET', 'masterauth', password);
    await redis.replicaof(hostname, port);
    await redis.config('SET', 'requirepass', password);
    await eventually(async () => {
      if (!(await redis.info('replication')).includes('master_link_status:up')) throw new Error('no replication yet');
    });
  });
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-sentinel-'));
  await chmod(folder, 0o700);
  const own = await freePort();
  const settings = [
    `port ${own}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `requirepass ${PASSWORD}`,
    `sentinel monitor ${NAME} ${hostname} ${port} 1`,
    `sentinel auth-pass ${NAME} ${password}`,
    `sentinel down-after-milliseconds ${NAME} 500`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
  await writeFile(join(folder, 'sentinel.conf'), `${settings.join('\n')}\n`);
  const { program, env } = await programOf(primary.url);
  const child = spawn(program, [join(folder, 'sentinel.conf'), '--sentinel'], { env, stdio: 'ignore' });
  const dieWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', dieWithUs);
  const stop = async (): Promise<void> => {
    process.off('exit', dieWithUs);
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    await Promise.all([primary.stop(), replica.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  await eventually(() =>
    onServer(`redis://:${PASSWORD}@127.0.0.1:${own}`, async (redis) => {
      if (((await redis.call('SENTINEL', 'REPLICAS', NAME)) as unknown[]).length === 0)
        throw new Error('no replica seen yet');
    }),
  ).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const address = `127.0.0.1:${own}`;
  return { address, name: NAME, password: PASSWORD, serverPassword: password, primary, replica, stop };
}

async function onServer(url: string, work: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = new Redis(url, { retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  try {
    await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** The program of a running server, which is also that of a Sentinel, and what it needs to run. */
async function programOf(url: string): Promise<{ program: string; env: NodeJS.ProcessEnv }> {
  let server = '';
  await onServer(url, async (redis) => void (server = await redis.info('server')));
  const read = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(server)?.[1] ?? '';
  const environment = await readFile(`/proc/${read('process_id')}/environ`, 'utf8').catch(() => '');
  const libraries = /(?:^|\0)LD_LIBRARY_PATH=([^\0]*)/.exec(environment)?.[1];
  return { program: read('executable'), env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) } };
}
