// Creates databases and accounts for tests, so that not every test process loads the service. Prints its port first.
//   POST /accounts {databaseUrl, apiKeyPepper, tier}: creates an account like `npm run account:create`
//   POST /console-links {databaseUrl, apiKeyPepper, accountId, person?}: creates a link like `npm run console:link`
//   POST /template {}: returns the name of a migrated database, from which test databases are copied, and a
//     role that can use it and its copies, but not change their schema
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { copySql } from './copy-sql.mjs';

const handlers = { '/accounts': makeAccount, '/console-links': makeConsoleLink, '/template': findTemplate };
/** The role of the tested processes, which is also its password. */
const SERVICE_ROLE = 'svc_test_service';
const migrations = new Map();
let template;

const server = createServer((request, response) => {
  json(request)
    .then((body) => handlers[request.url](body))
    .then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => response.writeHead(500).end(error.stack),
    );
});
// Processes run from dist, where the SQL may be outdated after a plain `tsc`.
await copySql();
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
// The test run is over. Postgres may have stopped already.
process.stdin.resume().on('close', () => dropDatabases().finally(() => process.exit()));

async function makeAccount(options) {
  const { createAccount } = await loadCore();
  await migrateOnce(options.databaseUrl);
  const { accountId, testKey, liveKey } = await createAccount(options);
  return { accountId, testKey, liveKey };
}

async function makeConsoleLink(options) {
  const { createConsoleLink } = await loadCore();
  return { token: await createConsoleLink(options) };
}

async function findTemplate() {
  template ??= createTemplate();
  return { name: await template, role: SERVICE_ROLE };
}

async function createTemplate() {
  const name = `svc_test_template_${randomBytes(4).toString('hex')}`;
  await query(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.SVC_TEST_POSTGRES_URL);
  url.pathname = `/${name}`;
  await migrateOnce(url.href);
  // Another run may use the same server.
  await query(`DO $$ BEGIN CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${SERVICE_ROLE}';
               EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
  const { grantToService } = await loadCore();
  await grantToService(url.href, SERVICE_ROLE);
  return name;
}

/** Drops the template and its remaining copies. */
async function dropDatabases() {
  if (template === undefined) return;
  const databases = await query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [await template]);
  for (const { datname } of databases) await query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

async function migrateOnce(databaseUrl) {
  const { migrate } = await loadCore();
  if (!migrations.has(databaseUrl)) migrations.set(databaseUrl, migrate(databaseUrl));
  await migrations.get(databaseUrl);
}

/** Loaded on demand: most test files need neither. */
function loadCore() {
  return import('@svc/core');
}

async function query(statement, parameters) {
  const client = new pg.Client({ connectionString: process.env.SVC_TEST_POSTGRES_URL });
  await client.connect();
  try {
    return (await client.query(statement, parameters)).rows;
  } finally {
    await client.end();
  }
}
