import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../sdk-tools/', import.meta.url));

/** A program in a runtime for workers. */
export interface Worker {
  readonly url: string;
  close(): Promise<void>;
}

/** Installs the tools that check packages and releases from their own lockfile. They are large and only used here. */
export async function installSdkTools(): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(`${folder}package.json`, 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const installed = Object.keys(dependencies).every((name) => existsSync(`${folder}node_modules/${name}/package.json`));
  if (!installed) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}

/** The findings of publint and are-the-types-wrong for a package's tarball. */
export async function judgePackage(tarball: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [`${folder}judge.mjs`, tarball]);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Where a document violates the schema of CycloneDX. */
export async function judgeSbom(file: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [`${folder}judge-sbom.mjs`, file]);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Runs a bundled ES module as a worker. */
export async function startWorker(module: string): Promise<Worker> {
  const child = spawn(process.execPath, [`${folder}worker.mjs`, module], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  if (first === undefined) throw new Error(`the worker ${module} did not start`);
  return {
    url: String(first[0]),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}
