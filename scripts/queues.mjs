// `npm run queues [-- --json]`: counts the jobs of each queue. It uses REDIS_URL and QUEUE_PREFIX of the environment, or
// the Redis of `npm start`. It changes nothing.
import { parseOrExit, runBuilt } from './lib/command-line.mjs';
import { dataDir } from './lib/paths.mjs';
import { Refusal } from './lib/run-command.mjs';
import { runningService } from './lib/running-service.mjs';

const { json } = parseOrExit('Usage: npm run queues [-- --json]', {
  options: { json: { type: 'boolean', default: false } },
});
await runBuilt(['packages/core', 'packages/embedded'], async () => {
  const { readQueues } = await import('@svc/core');
  const queues = await readQueues(await findSettings());
  console.log(json ? JSON.stringify({ queues }) : readable(queues));
});

async function findSettings() {
  if (process.env.REDIS_URL || process.env.REDIS_URL_FILE) return process.env;
  const redis = await runningService(dataDir(), 'redis');
  if (redis === undefined)
    throw new Refusal(`No Redis runs in ${dataDir()}. Start it with npm start, or set REDIS_URL to that of the API.`);
  return { ...process.env, REDIS_URL: redis.url };
}

function readable(queues) {
  const counts = ['waiting', 'delayed', 'active', 'failed'];
  const lines = [
    ['queue', ...counts, 'oldest waiting'],
    ...queues.map((queue) => [
      queue.queue,
      ...counts.map((state) => `${queue[state]}`),
      age(queue.oldestWaitingSeconds),
    ]),
  ].map(([name, ...cells]) => [name.padEnd(10), ...cells.map((cell, n) => cell.padStart(n < 4 ? 9 : 16))].join(''));
  const failures = queues.filter(({ failedCodes }) => Object.keys(failedCodes).length > 0);
  if (failures.length === 0) return lines.join('\n');
  const byCode = failures.map(({ queue, failedCodes }) => {
    const codes = Object.entries(failedCodes).map(([code, count]) => `${code} ${count}`);
    return `${queue.padEnd(10)}  ${codes.join(', ')}`;
  });
  return [...lines, '', 'queue       failed jobs by code', ...byCode].join('\n');
}

function age(seconds) {
  if (seconds === null) return '-';
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
