// Runs Schemathesis over the whole contract against the real service.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operationsOf } from '../generate/document.mjs';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { ensureEnvironment, missingPython, QUIET } from './python-environment.mjs';
import { withRealService } from './real-service.mjs';
import { runCommand } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

const folder = join(root, 'packages', 'testing', 'fuzz');
const contract = join(root, 'openapi', 'openapi.json');
const OLDEST = [3, 10];
/** Many requests have no valid key, hence the high limit. Deliveries go nowhere: no proxy listens on that port. */
const SETTINGS = {
  FAILED_AUTH_LIMIT: '1000000',
  EVENT_STREAM_DURATION: '1s',
  WEBHOOK_PROXY_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'warn',
};

/** The missing programs, for the line that reports the skipped suite. */
export const missingFuzz = () => missingPython(OLDEST);

/** Counts each operation once, and all its link scenarios once. Arguments after `--` go to Schemathesis. */
export async function runFuzz({ signal, args, command, say }) {
  const environment = await ensureEnvironment(
    { name: 'fuzz', requirements: join(folder, 'requirements.txt'), oldest: OLDEST },
    { signal, command, say },
  );
  return inScratchFolder('fuzz', async (scratch) => {
    const report = join(scratch, 'report.xml');
    const code = await withRealService({ tier: 'enterprise', settings: SETTINGS, signal }, ({ baseUrl, testKey }) =>
      runCommand(
        join(environment, 'bin', 'schemathesis'),
        [
          ...['--config-file', join(folder, 'schemathesis.toml'), 'run', contract],
          ...['--url', baseUrl, '--header', `Authorization: Bearer ${testKey}`],
          ...['--report-junit-path', report, ...args],
        ],
        {
          ...command,
          signal,
          cwd: scratch,
          env: { ...process.env, ...QUIET, PYTHONPATH: folder, SCHEMATHESIS_HOOKS: join(folder, 'hooks.py') },
        },
      ),
    );
    const counts = countsIn(await readFile(report, 'utf8').catch(() => ''));
    return { code, ...(args.length === 0 ? await withMissing(counts) : counts) };
  });
}

/** An operation that a full run did not test is a failure. */
async function withMissing(counts) {
  const operations = operationsOf(JSON.parse(await readFile(contract, 'utf8')));
  const missing = operations.length + 1 - counts.passed - counts.failed;
  if (missing === 0) return counts;
  return {
    ...counts,
    failed: counts.failed + 1,
    failures: [...counts.failures, `Schemathesis did not test ${missing} of the operations and their link scenarios`],
  };
}
