// Builds and tests the Java library in one run of Maven, and counts its test reports.
import { spawnSync } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

const folder = join(root, 'packages', 'sdk-java');
const reports = join(folder, 'target', 'surefire-reports');
/** With this file, the plugin would not regenerate Javadoc for changed sources. */
const javadocState = join(folder, 'target', 'maven-javadoc-plugin-stale-data.txt');
const OLDEST = 11;

/** The missing programs, for the line that reports the skipped suite. */
export function missingJava() {
  const compiler = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  const [, version = '0'] = /javac (\d+)/.exec(`${compiler.stdout}${compiler.stderr}`) ?? [];
  const maven = spawnSync('mvn', ['-version'], { encoding: 'utf8' });
  return [
    ...(Number(version) >= OLDEST ? [] : [`a JDK of Java ${OLDEST} or later`]),
    ...(maven.status === 0 ? [] : ['Maven (mvn)']),
  ];
}

/** Builds the jars, then tests them. Arguments after `--` go to Maven. */
export async function runJava({ signal, args, command }) {
  for (const path of [reports, javadocState]) await rm(path, { recursive: true, force: true });
  return inScratchFolder('java', async (scratch) => {
    const options = ['--quiet', '--batch-mode', '-Dstyle.color=never', `-DargLine=-Djava.io.tmpdir=${scratch}`];
    const code = await runCommand('mvn', [...options, '--file', join(folder, 'pom.xml'), 'verify', ...args], {
      ...command,
      signal,
      cwd: folder,
      env: { ...process.env, TMPDIR: scratch, SVC_NODE: process.execPath },
    });
    return { code, ...(await countsOf(reports)) };
  });
}

/** The sum of the reports, one for each class. */
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
