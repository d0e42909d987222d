// The Java library's build and tests: one run of Maven, counted by the reports of its tests.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const folder = join(root, 'packages', 'sdk-java');
const reports = join(folder, 'target', 'surefire-reports');
/** With it the plugin leaves the Javadoc of files as it is that have changed since. */
const javadocState = join(folder, 'target', 'maven-javadoc-plugin-stale-data.txt');
const OLDEST = 11;

/** What is missing here, for the line that says why the suite was skipped. */
export function missingJava() {
  const compiler = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  const [, version = '0'] = /javac (\d+)/.exec(`${compiler.stdout}${compiler.stderr}`) ?? [];
  const maven = spawnSync('mvn', ['-version'], { encoding: 'utf8' });
  return [
    ...(Number(version) >= OLDEST ? [] : [`a JDK of Java ${OLDEST} or later`]),
    ...(maven.status === 0 ? [] : ['Maven (mvn)']),
  ];
}

/** Builds the jars, then tests them; what follows `--` goes to Maven. */
export async function runJava({ signal, args, command }) {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-java-'));
  for (const path of [reports, javadocState]) await rm(path, { recursive: true, force: true });
  try {
    // As root a stack runs Postgres and Redis as an unprivileged user, who must pass through.
    await chmod(scratch, 0o711);
    const options = ['--quiet', '--batch-mode', '-Dstyle.color=never', `-DargLine=-Djava.io.tmpdir=${scratch}`];
    const code = await runCommand('mvn', [...options, '--file', join(folder, 'pom.xml'), 'verify', ...args], {
      ...command,
      signal,
      cwd: folder,
      env: { ...process.env, TMPDIR: scratch, SVC_NODE: process.execPath },
    });
    const counts = await countsOf(reports);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** What the reports say together, one for each class. */
async function countsOf(place) {
  const names = await readdir(place).catch(() => []);
  const reports = names
    .filter((name) => /^TEST-.*\.xml$/.test(name))
    .map((name) => readFile(join(place, name), 'utf8'));
  const counts = (await Promise.all(reports)).map(countsIn);
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    counts.reduce((total, each) => total + each[key], 0);
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: counts.flatMap(({ failures }) => failures),
  };
}
