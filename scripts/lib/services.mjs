import { setTimeout as sleep } from 'node:timers/promises';
import { CrashLimit } from './crash-limit.mjs';
import { Refusal } from './run-command.mjs';

/**
 * URLs of Postgres and Redis from the environment, or of built-in ones in the data folder. Started services are added
 * to `started`, even if the other one fails.
 */
export async function startServices({ dataDir, environment, started, say, onFatal }) {
  const { startPostgres, startRedis } = await import('@svc/embedded');
  // One after the other: of two starts at the same time, each could otherwise get one service, and both be refused.
  const databaseUrl = environment.DATABASE_URL || (await startKept(startPostgres));
  const redisUrl = environment.REDIS_URL || (await startKept(startRedis));
  return { databaseUrl, redisUrl };

  async function startKept(startService) {
    const crashes = new CrashLimit();
    const service = await startService({ dataDir, log: say, onExit: (reason) => void startAgain(reason) });
    let stopped = false;
    started.push({
      stop() {
        stopped = true;
        return service.stop();
      },
    });
    return service.url;

    async function startAgain(reason) {
      const delay = crashes.delayAfterCrash();
      if (delay === undefined) return onFatal(new Refusal(`${reason}. That was ${crashes}`));
      say(`${reason}. Restarting it`);
      await sleep(delay);
      if (stopped) return;
      // A crash before it is ready, such as in recovery, counts as well.
      await service.restart().catch(({ message }) => (stopped ? undefined : startAgain(message)));
    }
  }
}
