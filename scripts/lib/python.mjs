// Tests the Python library in a virtual environment with the exact versions of its requirements-dev.txt.
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
/** Dependencies of the library, stored as wheels, so that a test can install it into an empty environment. */
const RUNTIME = ['anyio', 'httpx'];

/** The missing programs, for the line that reports the skipped suite. */
export const missingPython = () => missing(OLDEST);

/** The virtual environment in which the library is built and tested. */
export function libraryEnvironment(options) {
  return ensureEnvironment({ name: 'python', requirements, oldest: OLDEST, wheels: RUNTIME }, options);
}

/** Runs pytest with the arguments after `--`, and counts its report. */
export async function runPython({ signal, args, command, say }) {
  const environment = await libraryEnvironment({ signal, command, say });
  const scratch = await mkdtemp(join(tmpdir(), 'svc-python-'));
  const report = join(scratch, 'report.xml');
  try {
    // When run as root, Postgres and Redis run as an unprivileged user, who needs access.
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
