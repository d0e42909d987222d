// Tests the Python library in a virtual environment with the exact versions of its requirements-dev.txt.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { cacheDir, root } from './paths.mjs';
import { ensureEnvironment, missingPython as missing, QUIET } from './python-environment.mjs';
import { runCommand } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

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
  return inScratchFolder('python', async (scratch) => {
    const report = join(scratch, 'report.xml');
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
    return { code, ...countsIn(await readFile(report, 'utf8').catch(() => '')) };
  });
}
