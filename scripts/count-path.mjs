// `node scripts/count-path.mjs`: lists the source files that one createPayment and one delivery execute. It reads V8's
// precise coverage of the second createPayment in an API process, and of the second delivery in a worker. A file counts
// when one of its functions was called, without generated files and libraries. The last line is JSON.
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'undici';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

/** Files that serve every request before its controller. */
const SHARED = [
  'apps/api/src/metrics/',
  'packages/contract/',
  'packages/core/src/security/',
  ...['limits/', 'logger', 'preconditions', 'tracing/'].map((name) => `packages/core/src/platform/${name}`),
];

const say = (line) => console.error(line);
await ensureInstalled({ say });
await ensureBuilt(['packages/testing', 'apps/api', 'apps/worker'], { say });
const { createClient, eventually, freePort, startReceiver, startStack } =
  await import('../packages/testing/dist/index.js');

const scratch = await mkdtemp(join(tmpdir(), 'svc-path-'));
// When run as root, Postgres and Redis run as an unprivileged user, who needs access.
await chmod(scratch, 0o711);
process.env.TMPDIR = scratch;
const receiver = await startReceiver();
const stack = await startStack({
  ownServers: true,
  api: 0,
  worker: 0,
  env: { CONTRACT_CHECK: 'false', SQL_CHECK: 'false' },
});
try {
  const api = await inspected((env) => stack.startApi(env));
  // A long interval keeps its periodic tasks out of the measurement.
  const worker = await inspected((env) => stack.startWorker({ ...env, SWEEP_INTERVAL: '1h' }));
  const client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
  await client.post('/v1/webhooks', { url: `${receiver.url}/path`, events: ['payment.pending'] });

  const payment = { amount: { value: 1_000, currency: 'EUR' }, metadata: { sandbox: 'hold' } };
  const create = async () => {
    const { status } = await client.post('/v1/payments', payment);
    if (status !== 201) throw new Error(`createPayment answered ${status}`);
  };
  // The outcome is recorded after the receiver has got the request.
  const recorded = (count) =>
    eventually(async () => {
      const { body } = await client.get('/v1/deliveries?status=delivered');
      if (body.data.length < count) throw new Error('the delivery is not recorded');
    });

  await create();
  await recorded(1);
  await api.forget();
  await worker.forget();
  await create();
  const created = await api.calledFiles();
  await recorded(2);
  const delivered = await worker.calledFiles();

  const http = created.filter((file) => file.startsWith('apps/api/src/http/'));
  const shared = created.filter((file) => SHARED.some((place) => file.startsWith(place)));
  const fromController = created.filter((file) => ![...http, ...shared].includes(file));
  show('createPayment, http/', http);
  show('createPayment, what http/ calls for every request: contract, key, limits, log, trace', shared);
  show('createPayment, from the controller to SQL', fromController);
  show('delivery, worker process', delivered);
  const figures = { http: http.length, shared: shared.length, fromController: fromController.length };
  console.log(JSON.stringify({ createPayment: { all: created.length, ...figures }, delivery: delivered.length }));
  api.close();
  worker.close();
} finally {
  await stack.close();
  await receiver.close();
  await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
}

function show(title, files) {
  console.log(`${title}: ${files.length} files`);
  for (const file of files) console.log(`  ${file}`);
}

/** Starts a process with readable coverage, by Chrome's debugging protocol. */
async function inspected(start) {
  const port = await freePort();
  await start({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const [{ webSocketDebuggerUrl }] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let last = 0;
  const send = (method, params = {}) =>
    new Promise((resolve) => {
      const id = (last += 1);
      const read = ({ data }) => {
        const message = JSON.parse(data);
        if (message.id !== id) return;
        socket.removeEventListener('message', read);
        resolve(message.result);
      };
      socket.addEventListener('message', read);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const take = async () => (await send('Profiler.takePreciseCoverage')).result;
  return {
    forget: take,
    async calledFiles() {
      const called = (await take()).filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
      const files = called.flatMap(({ url }) => ourSource(url));
      return [...new Set(files)].sort();
    },
    close: () => socket.close(),
  };
}

/** The source of a compiled file of this repository; undefined for libraries and generated files. */
function ourSource(url) {
  if (!url.startsWith('file:')) return [];
  const path = relative(root, fileURLToPath(url));
  if (!/^(apps|packages)\/[^/]+\/dist\//.test(path) || path.includes('/generated/')) return [];
  return [path.replace(/\/dist\/(src\/)?/, '/src/').replace(/\.js$/, '.ts')];
}
