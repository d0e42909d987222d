// `npm run doctor [-- --json]`: checks this installation: settings, connections, schema, delays. It uses DATABASE_URL
// and REDIS_URL of the environment, or the servers of `npm start`. Exit code 1: a check failed.
import { parseOrExit, runBuilt } from './lib/command-line.mjs';
import { dataDir } from './lib/paths.mjs';
import { readKeys } from './lib/profile.mjs';
import { runningService } from './lib/running-service.mjs';

const { json } = parseOrExit('Usage: npm run doctor [-- --json]', {
  options: { json: { type: 'boolean', default: false } },
});
// Standard output only has the diagnosis.
const say = (line) => console.error(line);
await runBuilt(['packages/core', 'packages/embedded'], async () => {
  const { diagnose } = await import('@svc/core');
  const { environment, sources } = await findSettings();
  const diagnosis = await diagnose(environment, sources);
  console.log(json ? JSON.stringify(diagnosis, undefined, 2) : readable(diagnosis));
  process.exitCode = diagnosis.healthy ? 0 : 1;
});

/** The settings of the API and the worker, with the source of those that are not in the environment. */
async function findSettings() {
  const environment = { ...process.env };
  const sources = {};
  const take = (name, value, source) => {
    if (environment[name] || environment[`${name}_FILE`] || !value) return;
    environment[name] = value;
    sources[name] = source;
  };
  const folder = dataDir();
  if (!environment.DATABASE_URL && !environment.DATABASE_URL_FILE) {
    const keys = await readKeys(folder);
    take('MASTER_KEY', keys.masterKey, `${folder}/keys.json`);
    take('API_KEY_PEPPER', keys.apiKeyPepper, `${folder}/keys.json`);
    take('DOCS_TEST_KEY', keys.testKey, `${folder}/keys.json`);
    take('WEBHOOK_ALLOW_INSECURE', 'true', 'default of npm start with its own Postgres');
  }
  for (const [name, service] of [
    ['DATABASE_URL', 'postgres'],
    ['REDIS_URL', 'redis'],
  ]) {
    if (environment[name] || environment[`${name}_FILE`]) continue;
    const running = await runningService(folder, service);
    if (running === undefined)
      say(`${name} is not set, and no ${service} is running in ${folder}. npm start starts one.`);
    take(name, running?.url, `running in ${folder}`);
  }
  return { environment, sources };
}

function readable({ verdict, settings, findings }) {
  const set = settings.filter(({ source }) => source !== 'default' && source !== 'unset');
  const width = Math.max(...[...set, { name: '' }].map(({ name }) => name.length));
  return [
    ...findings.map(({ about, state, text }) => `${state.padEnd(8)} ${about.padEnd(15)} ${text}`),
    '',
    'Settings, and where they come from (the others have their defaults):',
    ...set.map(({ name, source }) => `  ${name.padEnd(width)}  ${source}`),
    '',
    verdict,
  ].join('\n');
}
