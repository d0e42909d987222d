// The Python library's tests, in a virtual environment with exactly the versions of its requirements-dev.txt.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { cacheDir, root } from './paths.mjs';
import { ensureEnvironment, missingPython as missing, QUIET } from './python-environment.mjs';
import { runCommand } from './run-command.mjs';

const folder = join(root, 'packages', 'sdk-python');
const requirements = join(folder, 'requirements-dev.txt');
const OLDEST = [3, 9];
/** What the library itself needs: kept as wheels, so that a test can install it into an empty environment. */
const RUNTIME = ['anyio', 'httpx'];

/** What is missing here, for the line that says why the suite was skipped. */
export const missingPython = () => missing(OLDEST);

/** Runs pytest, with what follows `--`, and counts by its report. */
export async function runPython({ signal, args, command, say }) {
  const environment = await ensureEnvironment(
    { name: 'python', requirements, oldest: OLDEST, wheels: RUNTIME },
    { signal, command, say },
  );
  const scratch = await mkdtemp(join(tmpdir(), 'svc-python-'));
  const report = join(scratch, 'report.xml');
  try {
    // As root a stack runs Postgres and Redis as an unprivileged user, who must pass through.
    await chmod(scratch, 0o711);
    const code = await runCommand(
      join(environment, 'bin', 'python'),
      [
        '-m',
        'pytest',
        '-q',
        '--rootdir',
        folder,
        '-c',
        join(folder, 'pyproject.toml'),
        `--junitxml=${report}`,
        ...args,
      ],
      {
        ...command,
        signal,
        cwd: folder,
        env: {
          ...{ ...process.env, ...QUIET, TMPDIR: scratch, RUFF_NO_CACHE: 'true', SVC_NODE: process.execPath },
          ...{ PYTHONPATH: join(folder, 'src'), SVC_PYTHON_WHEELS: join(environment, 'wheels') },
          MYPY_CACHE_DIR: join(cacheDir, 'mypy'),
        },
      },
    );
    const counts = countsIn(await readFile(report, 'utf8').catch(() => ''));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}
