// `npm run migrate [-- --grant-to <role>]`: migrates the database of DATABASE_URL, or the one that `npm start` runs.
import { runBuilt } from './lib/command-line.mjs';
import { findDatabase } from './lib/find-database.mjs';
import { root } from './lib/paths.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

await runBuilt(['apps/api', 'packages/embedded'], async () => {
  if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE) {
    process.env.DATABASE_URL = (await findDatabase()).databaseUrl;
  }
  await import(pathToFileURL(join(root, 'apps/api/dist/migrate.js')).href);
});
