// Installs Go programs into .cache at an exact version.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './paths.mjs';
import { Refusal, runCommand } from './run-command.mjs';

const OLDEST = [1, 24];
const ATTEMPTS = 3;

/** The missing programs, for the line that reports what was skipped. */
export function missingGo() {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/^go(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  const recent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return recent ? [] : [`Go ${OLDEST.join('.')} or later`];
}

/**
 * Returns the path of a program, and installs it if necessary.
 * @param {{ name: string, module: string, version: string, flags?: readonly string[] }} tool
 */
export async function ensureGoTool({ name, module, version, flags = [] }, { command = {}, signal } = {}) {
  const folder = join(cacheDir, 'go', `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  // Installed next to its place and then renamed, since two test runs may install it at the same time.
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const env = { ...process.env, GOBIN: draft, GOFLAGS: '' };
    const install = () => runCommand('go', ['install', ...flags, `${module}@${version}`], { ...command, signal, env });
    // Go does not download again by itself.
    let code = await install();
    for (let attempt = 2; code !== 0 && attempt <= ATTEMPTS; attempt += 1) code = await install();
    if (code !== 0) throw new Refusal(`go install ${module}@${version} failed; see above`);
    await rename(draft, folder).catch((error) => {
      if (!existsSync(program)) throw error;
    });
    return program;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
