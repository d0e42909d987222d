// The Python library's tests, in a virtual environment with exactly the versions of its requirements-dev.txt.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { cacheDir, root } from './paths.mjs';
import { Refusal, runCommand } from './run-command.mjs';

const folder = join(root, 'packages', 'sdk-python');
const requirements = join(folder, 'requirements-dev.txt');
const OLDEST = [3, 9];
/** What the library itself needs: kept as wheels, so that a test can install it into an empty environment. */
const RUNTIME = ['anyio', 'httpx'];
const QUIET = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_CACHE_DIR: '1', PYTHONDONTWRITEBYTECODE: '1' };

/** The first Python on the path that is new enough and can make virtual environments; null when there is none. */
export function findPython() {
  const probe = `import sys, venv, ensurepip; print(sys.version if sys.version_info >= (${OLDEST}) else "")`;
  for (const program of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9', 'python']) {
    const { status, stdout } = spawnSync(program, ['-c', probe], { encoding: 'utf8' });
    if (status === 0 && stdout.trim() !== '') return { program, version: stdout.trim() };
  }
  return null;
}

/** What is missing here, for the line that says why the suite was skipped. */
export function missingPython() {
  return findPython() === null ? [`Python ${OLDEST.join('.')} or later with venv`] : [];
}

/** Runs pytest, with what follows `--`, and counts by its report. */
export async function runPython({ signal, args, command, say }) {
  const environment = await ensureEnvironment({ signal, command, say });
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

/** The environment for these requirements and this Python, made when it is not there yet. */
async function ensureEnvironment({ signal, command: options, say }) {
  const { program, version } = findPython() ?? {};
  const text = await readFile(requirements, 'utf8');
  const key = createHash('sha256').update(`${version}\n${root}\n${text}`).digest('hex').slice(0, 12);
  const environment = join(cacheDir, `python-${key}`);
  const ready = join(environment, 'wheels');
  if (existsSync(ready)) return environment;
  say(`making a virtual environment for ${program}`);
  await rm(environment, { recursive: true, force: true });
  const env = { ...process.env, ...QUIET };
  const pip = ['-m', 'pip', '--quiet'];
  const steps = [
    [program, ['-m', 'venv', environment]],
    [join(environment, 'bin', 'python'), [...pip, 'install', '--requirement', requirements]],
    [
      join(environment, 'bin', 'python'),
      [...pip, 'download', '--constraint', requirements, '--dest', `${ready}.part`, ...RUNTIME],
    ],
  ];
  for (const [command, parameters] of steps) {
    const code = await runCommand(command, parameters, { ...options, env, signal });
    if (code !== 0) throw new Refusal(`python: ${parameters.slice(0, 4).join(' ')} failed; see above`);
  }
  // Last, so that an environment that was interrupted is made again.
  await rename(`${ready}.part`, ready);
  return environment;
}
