// Virtual environments in .cache with the exact versions of a requirements file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir, root } from './paths.mjs';
import { Refusal, runCommand } from './run-command.mjs';

const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3.9', 'python'];
/** Environment variables for every Python in tests. */
export const QUIET = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_CACHE_DIR: '1', PYTHONDONTWRITEBYTECODE: '1' };

/**
 * The first Python on the path that is recent enough and has venv; null if there is none.
 * @param {readonly number[]} oldest
 */
function findPython(oldest) {
  const probe = `import sys, venv, ensurepip; print(sys.version if sys.version_info >= (${oldest}) else "")`;
  for (const program of NAMES) {
    const { status, stdout } = spawnSync(program, ['-c', probe], { encoding: 'utf8' });
    if (status === 0 && stdout.trim() !== '') return { program, version: stdout.trim() };
  }
  return null;
}

/**
 * The missing programs, for the line that reports a skipped suite.
 * @param {readonly number[]} oldest
 */
export function missingPython(oldest) {
  return findPython(oldest) === null ? [`Python ${oldest.join('.')} or later with venv`] : [];
}

/**
 * Returns the environment for these requirements and this Python, and creates it if necessary. `wheels` are stored in
 * its folder of that name, so that a test can install them without a network.
 * @param {{ name: string, requirements: string, oldest: readonly number[], wheels?: string[] }} wanted
 */
export async function ensureEnvironment({ name, requirements, oldest, wheels = [] }, { signal, command, say }) {
  const { program, version } = findPython(oldest) ?? {};
  const text = await readFile(requirements, 'utf8');
  const key = createHash('sha256').update(`${version}\n${root}\n${text}`).digest('hex').slice(0, 12);
  const environment = join(cacheDir, `${name}-${key}`);
  const ready = join(environment, 'ready');
  if (existsSync(ready)) return environment;
  say(`creating a virtual environment for ${program}`);
  await rm(environment, { recursive: true, force: true });
  const python = join(environment, 'bin', 'python');
  const pip = ['-m', 'pip', '--quiet'];
  const steps = [
    [program, ['-m', 'venv', environment]],
    [python, [...pip, 'install', '--requirement', requirements]],
  ];
  if (wheels.length > 0) {
    const place = join(environment, 'wheels');
    steps.push([python, [...pip, 'download', '--constraint', requirements, '--dest', place, ...wheels]]);
  }
  for (const [step, parameters] of steps) {
    const code = await runCommand(step, parameters, { ...command, env: { ...process.env, ...QUIET }, signal });
    if (code !== 0) throw new Refusal(`${name}: ${parameters.slice(0, 4).join(' ')} failed; see above`);
  }
  // Last, so that an interrupted environment is created again.
  await writeFile(`${ready}.part`, '');
  await rename(`${ready}.part`, ready);
  return environment;
}
