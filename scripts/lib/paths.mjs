import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** False in the image: it has what was built from the sources, and nothing to install or build. */
export const hasSources = existsSync(join(root, 'tsconfig.json'));

/** Contains the state of installs and builds. */
export const cacheDir = join(root, '.cache');

/** Folder of the built-in Postgres and Redis, their keys and the logs. */
export function dataDir() {
  return resolve(root, process.env.DATA_DIR || '.data');
}

/** Responses that tests have received, one per line. */
export const answerLog = join(cacheDir, 'answers.jsonl');

/** The test for each response, generated from the log. */
export const coverageReport = join(cacheDir, 'coverage.md');
