// `npm run demo`: registers an endpoint, creates a payment, and shows and verifies the signed event. It uses the
// running service, or starts one temporarily. API_URL and API_KEY select another one.
import { spawn } from 'node:child_process';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { readKeys } from './lib/profile.mjs';
import { Refusal } from './lib/run-command.mjs';
import { runningApi } from './lib/running.mjs';
import { aborted, stopSignal } from './lib/stop-signal.mjs';

const deliveryTimeout = 30_000;
const say = (line) => console.log(line);
const signal = stopSignal();
// Clean up even if the reader of the output is gone.
process.stdout.on('error', () => undefined);
/** Cleanup functions, called in reverse order. */
const endings = [];

try {
  await ensureInstalled({ say, signal });
  await ensureBuilt(['packages/embedded'], { say, signal });
  await Promise.race([demonstrate(), aborted(signal)]);
} catch (error) {
  report(error);
} finally {
  for (const end of endings.reverse()) await end().catch(report);
}
process.exit(signal.aborted ? 130 : process.exitCode);

function report(error) {
  if (signal.aborted) return;
  process.exitCode = 1;
  console.error(error instanceof Refusal ? `The demo failed: ${error.message}` : error);
}

async function demonstrate() {
  const { api, key } = (await serviceOfTheEnvironment()) ?? (await runningService()) ?? (await startService());
  const call = caller(api, key);
  const receiver = await startReceiver();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;

  const webhook = await call('POST', '/v1/webhooks', { url: receiver.url, events: ['payment.completed'], secret });
  endings.push(() => call('DELETE', `/v1/webhooks/${webhook.id}`));
  say(`Registered ${webhook.id} for payment.completed at ${receiver.url}`);

  const payment = await call('POST', '/v1/payments', {
    amount: { value: 1999, currency: 'USD' },
    customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    description: 'One analytical engine, second hand',
    metadata: { orderId: 'demo-1' },
    processorId: 'sandbox',
  });
  say(`Created ${payment.id}: ${payment.status}, 19.99 USD`);

  const { headers, body } = await receiver.deliveryOf(payment.id);
  say('\nReceived:');
  for (const [name, value] of Object.entries(headers).filter(([each]) =>
    /^(svc-|webhook-|content-type|user-agent)/.test(each),
  )) {
    say(`  ${name}: ${value}`);
  }
  say(`\n  ${body.toString('utf8')}\n`);
  await verify(headers, body, secret);
}

/** Verifies the guarantees of the contract to receivers, without code of the service. */
async function verify(headers, body, secret) {
  const event = JSON.parse(body.toString('utf8'));
  check(
    'the event is payment.completed, and its payment is completed',
    event.type === 'payment.completed' && event.data.status === 'completed',
  );
  check('Svc-Event-Id is the id in the body', headers['svc-event-id'] === event.id);

  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const received = Buffer.from(headers['svc-signature'] ?? '');
  check(
    'Svc-Signature verifies (node:crypto)',
    expected.length === received.length && timingSafeEqual(expected, received),
  );

  const { Webhook } = await import('standardwebhooks');
  check(
    'webhook-signature verifies (standardwebhooks)',
    verifies(() => new Webhook(secret).verify(body, headers)),
  );
  check(
    'a changed body does not verify',
    !verifies(() => new Webhook(secret).verify(Buffer.concat([body, Buffer.from(' ')]), headers)),
  );
}

function check(promise, holds) {
  if (!holds) throw new Refusal(`this check failed: ${promise}`);
  say(`✓ ${promise}`);
}

function verifies(verify) {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
}

async function serviceOfTheEnvironment() {
  const { API_URL, API_KEY } = process.env;
  if (!API_URL && !API_KEY) return undefined;
  if (!API_URL || !API_KEY) throw new Refusal('API_URL and API_KEY belong together. Set both or neither.');
  say(`Using ${API_URL}`);
  return { api: API_URL.replace(/\/$/, ''), key: API_KEY };
}

/** The running service of `npm start` with its own Postgres, if any. */
async function runningService() {
  const api = await runningApi(dataDir());
  const { testKey } = await readKeys(dataDir());
  if (api === undefined || testKey === undefined || !(await answers(api))) return undefined;
  say(`Using the service at ${api}`);
  return { api, key: testKey };
}

async function answers(api) {
  try {
    return (await fetch(`${api}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Runs `npm start` on a free port with temporary data. */
async function startService() {
  const folder = await mkdtemp(join(tmpdir(), 'svc-demo-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  // When run as root, Postgres runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const others = ['DATABASE_URL', 'REDIS_URL', 'MASTER_KEY', 'API_KEY_PEPPER'];
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !others.includes(name.replace(/_FILE$/, ''))),
  );
  say('No running service found; starting one');
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...env, PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  endings.push(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return readyLine(child, exited);
}

async function readyLine(child, exited) {
  const lines = [];
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('ready ')) resolve(JSON.parse(line.slice('ready '.length)));
        else if (stream === child.stdout) say(`  ${line}`);
      });
    }
  });
  const state = await Promise.race([ready, exited]);
  if (Array.isArray(state)) throw new Refusal(`the service did not start:\n${lines.join('\n')}`);
  return { api: state.api, key: state.testKey };
}

async function startReceiver() {
  const deliveries = [];
  let look = () => {};
  const server = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, body: await buffer(request) });
    response.writeHead(200).end();
    look();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  endings.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const deliveryOf = (paymentId) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Refusal(`no event of ${paymentId} within ${deliveryTimeout / 1000} s`)),
        deliveryTimeout,
      );
      look = () => {
        const found = deliveries.find(({ body }) => JSON.parse(body.toString('utf8')).data.id === paymentId);
        if (found === undefined) return;
        clearTimeout(timer);
        resolve(found);
      };
      look();
    });
  return { url: `http://127.0.0.1:${server.address().port}/webhooks`, deliveryOf };
}

/** Calls the API. Any response other than a success ends the demo. */
function caller(api, key) {
  return async (method, path, body) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(api + path, { method, headers, body: body && JSON.stringify(body) }).catch((error) => {
      throw new Refusal(`${api} cannot be reached (${error.cause?.code ?? error.message})`);
    });
    const text = await response.text();
    if (!response.ok) throw new Refusal(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
