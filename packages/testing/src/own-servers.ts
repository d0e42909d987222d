import { startPostgres, startRedis, type EmbeddedService } from '@svc/embedded';
import { makeDataFolder } from './data-folder.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** A server of one stack, reached through a link. */
interface OwnServer {
  /** Its direct address. */
  readonly url: string;
  readonly link: TcpProxy;
  /** Stops it with all connections and restarts it on the same data; also after kill(). */
  restart(): Promise<void>;
  /** Kills it by SIGKILL: unwritten data is lost. */
  kill(): void;
}

export interface OwnServers {
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  stop(): Promise<void>;
}

/** Postgres and Redis that a test may restart, fill up, empty and cut off. */
export async function startOwnServers(postgresSettings: Readonly<Record<string, string>> = {}): Promise<OwnServers> {
  const dataDir = await makeDataFolder('own');
  // One folder for both, deleted after the last one stops.
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
