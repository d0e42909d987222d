import { setTimeout as sleep } from 'node:timers/promises';
import { CrashLimit } from './crash-limit.mjs';
import { Refusal } from './run-command.mjs';

/**
 * URLs of Postgres and Redis from the environment, or of built-in ones in the data folder. Started services are added
 * to `started`, even if the other one fails.
 */
export async function startServices({ dataDir, environment, started, say, onFatal }) {
  const { startPostgres, startRedis } = await import('@svc/embedded');
  const results = await Promise.allSettled([
    environment.DATABASE_URL || startKept(startPostgres),
    environment.REDIS_URL || startKept(startRedis),
  ]);
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  const [databaseUrl, redisUrl] = results.map(({ value }) => value);
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
