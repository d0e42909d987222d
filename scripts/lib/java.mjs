// The Java library's build and tests: one run of Maven, counted by the reports of its tests.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
export async function runJava({ signal, args }) {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-java-'));
  for (const path of [reports, javadocState]) await rm(path, { recursive: true, force: true });
  try {
    // As root a stack runs Postgres and Redis as an unprivileged user, who must pass through.
    await chmod(scratch, 0o711);
    const options = ['--quiet', '--batch-mode', '-Dstyle.color=never', `-DargLine=-Djava.io.tmpdir=${scratch}`];
    const code = await runCommand('mvn', [...options, '--file', join(folder, 'pom.xml'), 'verify', ...args], {
      signal,
      cwd: folder,
      env: { ...process.env, TMPDIR: scratch, SVC_NODE: process.execPath },
    });
    const counts = await countsIn(reports);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Counts of the reports, one for each class, and what failed, a line each. */
async function countsIn(place) {
  const names = await readdir(place).catch(() => []);
  const texts = await Promise.all(
    names.filter((name) => /^TEST-.*\.xml$/.test(name)).map((name) => readFile(join(place, name), 'utf8')),
  );
  const heads = texts.map((text) => /<testsuite ([^>]*)>/.exec(text)?.[1] ?? '');
  const count = (/** @type {string} */ name) =>
    heads.reduce((sum, head) => sum + Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0), 0);
  const failures = texts.flatMap((text) => [
    ...text.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<(?:failure|error)(?: message="([^"]*)")?/g),
  ]);
  const failed = count('failures') + count('errors');
  return {
    passed: count('tests') - failed - count('skipped'),
    failed,
    skipped: count('skipped'),
    failures: failures.map(([, name, file, message = '']) => plain(`${file} > ${name}: ${message}`).slice(0, 500)),
  };
}

function plain(text) {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#10': '\n' };
  return text.replaceAll(/&(amp|lt|gt|quot|#10);/g, (_, name) => entities[name]).split('\n', 1)[0];
}
