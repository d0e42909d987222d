// `npm run migrate [-- --grant-to <role>]`: migrates the database of DATABASE_URL, or the one that `npm start` runs.
import { ensureBuilt } from './lib/build.mjs';
import { findDatabase } from './lib/find-database.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { sayError } from './lib/run-command.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const say = (line) => console.error(line);
try {
  await ensureInstalled({ say });
  await ensureBuilt(['apps/api', 'packages/embedded'], { say });
  if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE) {
    process.env.DATABASE_URL = (await findDatabase()).databaseUrl;
  }
  await import(pathToFileURL(join(root, 'apps/api/dist/migrate.js')).href);
} catch (error) {
  console.error(sayError(error));
  process.exitCode = 1;
}
