import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where installs and builds leave their marks. */
export const cacheDir = join(root, '.cache');

/** Folder of the built-in Postgres and Redis, their keys and the logs. */
export function dataDir() {
  return resolve(root, process.env.DATA_DIR || '.data');
}

/** What tests have seen the service answer, a line each. */
export const answerLog = join(cacheDir, 'answers.jsonl');

/** Which test has seen which answer: made of the log. */
export const coverageReport = join(cacheDir, 'coverage.md');
