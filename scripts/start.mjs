// `npm start`: installs and builds what is missing, then runs Postgres, Redis, the API and the worker until it is
// stopped.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { choosePort, nextFreePort, portTaken } from './lib/ports.mjs';
import { openKeys, requireOwnKeys, saveKeys } from './lib/profile.mjs';
import { Refusal, sayError } from './lib/run-command.mjs';
import { announceRunning, forgetRunning } from './lib/running.mjs';
import { startServices } from './lib/services.mjs';
import { aborted, hurrySignal, stopSignal } from './lib/stop-signal.mjs';
import { StartFailure, SupervisedProcess } from './lib/supervised-process.mjs';

const say = (line) => console.log(line);
const sayMigration = ({ kind, migrations, pids }) => {
  if (kind === 'begun') say(`Upgrading the database (${migrations.length} migrations)`);
  if (kind === 'waits') say(`The upgrade is waiting for other transactions in Postgres: ${pids.join(', ')}`);
};
// The service must survive the end of the reader of its output.
process.stdout.on('error', () => undefined);

let environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const folder = dataDir();
const signal = stopSignal();
const hurry = hurrySignal(signal);
let announced = false;
const processes = [];
const services = [];
let onFatal;
const fatal = new Promise((_, reject) => (onFatal = reject));
fatal.catch(() => undefined);

let exitCode = 0;
try {
  signal.addEventListener('abort', () => void stopAll(processes));
  hurry.addEventListener('abort', () => {
    say('Stopping immediately; unfinished work continues at the next start');
    for (const supervised of processes) supervised.kill();
  });
  await start();
  await Promise.race([fatal, aborted(signal)]);
} catch (error) {
  if (!signal.aborted) {
    exitCode = 1;
    report(error);
  }
}
if (processes.length > 0) say('Stopping after work in progress; press again to stop immediately');
await stopAll(processes);
await stopAll(services);
if (announced) await forgetRunning(folder);
process.exit(exitCode);

async function start() {
  const embedded = environment.DATABASE_URL === undefined && environment.DATABASE_URL_FILE === undefined;
  if (!embedded) requireOwnKeys(environment);
  // Printed later, because the following steps may find that this DATA_DIR is in use and start nothing.
  const remarks = [];
  const port = await choosePort(environment, (remark) => remarks.push(remark));
  await ensureInstalled({ say, signal });
  await ensureBuilt(['apps/api', 'apps/worker', 'apps/console', 'packages/embedded'], { say, signal });

  await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  if (Object.keys(environment).some((name) => name.endsWith('_FILE'))) {
    environment = (await import('@svc/core')).withSecretFiles(environment);
  }
  const starting = startServices({ dataDir: folder, environment, started: services, say, onFatal });
  const [core, { databaseUrl, redisUrl }] = await Promise.all([import('@svc/core'), starting]);
  signal.throwIfAborted();
  remarks.forEach(say);
  const settings = {
    DATABASE_URL: databaseUrl,
    CELL: core.readSetting('CELL', environment),
    // Nobody else migrates its own Postgres.
    MIGRATE_ON_BOOT: embedded || core.readSetting('MIGRATE_ON_BOOT', environment),
  };
  await core.prepareDatabase(settings, sayMigration);
  const keys = embedded ? await openAccount(core, databaseUrl) : undefined;
  signal.throwIfAborted();

  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...profileOf(keys),
    ...environment,
  };
  const config = readConfig(core, env);
  if (embedded && env.WEBHOOK_ALLOW_INSECURE === 'true') {
    say('Webhooks may use http and this machine (WEBHOOK_ALLOW_INSECURE=true). Do not use this in production');
  }
  const [apiEnv, workerEnv] = await Promise.all([withNodeOptions('api', env), withNodeOptions('worker', env)]);
  const [apiPort] = await Promise.all([
    startApi(apiEnv, port),
    ...workersOf(workerEnv, config).map((worker) => worker.start()),
  ]);
  const link = keys && config.CONSOLE ? await consoleLink(core, databaseUrl, keys) : undefined;
  await rotateLogs();
  await announce(apiPort, keys, link);
}

async function rotateLogs() {
  const embedded = await import('@svc/embedded');
  const failing = new Set();
  const failed = (error, file) => {
    if (!failing.has(file)) say(`${file} cannot be rotated: ${error.message}`);
    failing.add(file);
  };
  embedded.rotateLogs(join(folder, 'logs'), { failed });
}

/** The account of an installation with its own Postgres, created at the first start. */
async function openAccount(core, databaseUrl) {
  const keys = await openKeys(folder, environment);
  if (keys.accountId !== undefined) return keys;
  const { accountId, testKey, liveKey } = await core.createAccount({
    databaseUrl,
    apiKeyPepper: keys.apiKeyPepper,
    tier: 'enterprise',
  });
  const complete = { ...keys, accountId, testKey, liveKey };
  await saveKeys(folder, complete);
  return complete;
}

function profileOf(keys) {
  return (
    keys && {
      MASTER_KEY: keys.masterKey,
      API_KEY_PEPPER: keys.apiKeyPepper,
      DOCS_TEST_KEY: keys.testKey,
      WEBHOOK_ALLOW_INSECURE: 'true',
    }
  );
}

/** Returns the port that the API listens on. */
async function startApi(env, firstPort) {
  for (let port = firstPort; ; port = await nextFreePort(port + 1, environment.HOST, say)) {
    const api = supervise('API', { PUBLIC_URL: baseUrl(port), ...env, PORT: String(port) });
    try {
      const ready = await api.start();
      return ready.port ?? port;
    } catch (error) {
      if (!(error instanceof StartFailure) || error.code !== 'EADDRINUSE') throw error;
      if (environment.PORT !== undefined) throw portTaken(port);
    }
  }
}

/** Validates the settings before a process starts that would refuse them. */
function readConfig(core, env) {
  try {
    return core.loadConfig(env);
  } catch (error) {
    throw new Refusal(error.message);
  }
}

function workersOf(env, { WORKER_PROCESSES, WORKER_PORT }) {
  return Array.from({ length: WORKER_PROCESSES }, (_, index) => {
    // 0 selects a free port for each of them.
    const port = WORKER_PORT > 0 ? { WORKER_PORT: String(WORKER_PORT + index) } : {};
    return supervise('worker', { ...env, ...port }, index + 1);
  });
}

/** The environment with the program's NODE_OPTIONS, unless it sets them itself. */
async function withNodeOptions(program, env) {
  const { config } = JSON.parse(await readFile(join(root, 'apps', program, 'package.json'), 'utf8'));
  return { NODE_OPTIONS: config.nodeOptions, ...env };
}

function supervise(program, env, number = 1) {
  const name = number === 1 ? program : `${program} ${number}`;
  const script = join(root, 'apps', program.toLowerCase(), 'dist', 'bundle', 'main.js');
  const logFile = join(folder, 'logs', `${name.toLowerCase().replace(' ', '-')}.log`);
  const supervised = new SupervisedProcess({ name, script, env, logFile, say, onFatal });
  processes.push(supervised);
  return supervised;
}

/** The token of a link to the console: for the first owner, or for the person who becomes it. */
function consoleLink(core, databaseUrl, { apiKeyPepper, accountId }) {
  return core.createConsoleLink({ databaseUrl, apiKeyPepper, accountId });
}

async function announce(port, keys, link) {
  if (keys === undefined) say('Keys for this database: npm run account:create -- --tier enterprise');
  const api = baseUrl(port);
  const { testKey = null, liveKey = null } = keys ?? {};
  await announceRunning(folder, api);
  announced = true;
  const console = link === undefined ? null : `${api}/console/welcome#${link}`;
  say(`ready ${JSON.stringify({ api, docs: `${api}/docs`, testKey, liveKey, console, pid: process.pid })}`);
}

function baseUrl(port) {
  const { HOST = '127.0.0.1' } = environment;
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function stopAll(things) {
  await Promise.all(things.map((thing) => thing.stop().catch(report)));
}

function report(error) {
  console.error(error instanceof StartFailure ? error.message : sayError(error));
}
