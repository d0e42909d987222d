import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis, type EmbeddedService } from '@svc/embedded';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** A server of one stack alone, reached by way of a link. */
export interface OwnServer {
  /** Its address, past the link. */
  readonly url: string;
  readonly link: TcpProxy;
  /** Ends it, with every connection, and starts it again on the same data; also where it was killed. */
  restart(): Promise<void>;
  /** Ends it by SIGKILL: what it has not written by then is lost. */
  kill(): void;
}

export interface OwnServers {
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  stop(): Promise<void>;
}

/** Postgres and Redis that a test may restart, fill up, empty and cut off; those of the run serve the others meanwhile. */
export async function startOwnServers(postgresSettings: Readonly<Record<string, string>> = {}): Promise<OwnServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-own-'));
  // As root they run as an unprivileged user, who must pass through.
  await chmod(dataDir, 0o711);
  // One folder for both: it goes with the last of them.
  const options = { dataDir, durable: false, disposable: true };
  const postgres = await startPostgres({ ...options, settings: { ...postgresSettings } });
  const redis = await startRedis(options);
  const servers = { postgres: await linked(postgres), redis: await linked(redis) };
  return {
    ...servers,
    async stop() {
      await Promise.all([servers.postgres.link.close(), servers.redis.link.close()]);
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

async function linked(server: EmbeddedService): Promise<OwnServer> {
  const link = await startTcpProxy(server.host, server.port);
  return {
    url: server.url,
    link,
    restart: () => server.restart(),
    kill: () => void process.kill(server.pid, 'SIGKILL'),
  };
}
