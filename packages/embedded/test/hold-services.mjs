// Starts Postgres and Redis with the options given as JSON, prints what they are, and holds them until it is ended.
import { startPostgres, startRedis } from '../dist/index.js';

const options = JSON.parse(process.argv[2] ?? '{}');
try {
  // In this order, as `npm start` does: a start that does not get Postgres leaves Redis alone.
  const services = [await startPostgres(options), await startRedis(options)];
  const [postgres, redis] = services.map(({ url, pid }) => ({ url, pid }));
  console.log(JSON.stringify({ postgres, redis }));
  process.once('SIGTERM', async () => {
    await Promise.all(services.map((service) => service.stop()));
    process.exit(0);
  });
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(JSON.stringify({ error: error.name, message: error.message }));
  process.exit(1);
}
