// The PHP library's tests, by the PHPUnit that is installed here, with the machine's own Guzzle.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const folder = join(root, 'packages', 'sdk-php');

/** What is missing here, for the line that says why the suite was skipped. */
export function missingPhp() {
  if (!succeeds('php', ['-r', 'exit(PHP_VERSION_ID >= 80100 && PHP_INT_SIZE >= 8 ? 0 : 1);']))
    return ['PHP 8.1 or later'];
  const guzzle = `@include ${JSON.stringify(join(folder, 'vendor', 'autoload.php'))}; @include 'GuzzleHttp/autoload.php';
    exit(class_exists('GuzzleHttp\\\\Client') ? 0 : 1);`;
  return [
    ...(succeeds('php', ['-r', guzzle]) ? [] : ['Guzzle (php-guzzlehttp-guzzle)']),
    ...(succeeds('phpunit', ['--version']) ? [] : ['PHPUnit']),
    ...(succeeds('composer', ['--version', '--no-interaction'], { COMPOSER_ALLOW_SUPERUSER: '1' }) ? [] : ['Composer']),
  ];
}

function succeeds(program, args, env = {}) {
  return spawnSync(program, args, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0;
}

/** Runs PHPUnit, with what follows `--`, and counts by its report. */
export async function runPhp({ signal, args, command }) {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-php-'));
  const report = join(scratch, 'report.xml');
  try {
    // As root a stack runs Postgres and Redis as an unprivileged user, who must pass through.
    await chmod(scratch, 0o711);
    const code = await runCommand('phpunit', ['-c', join(folder, 'phpunit.xml'), '--log-junit', report, ...args], {
      ...command,
      signal,
      cwd: folder,
      env: {
        ...{ ...process.env, TMPDIR: scratch, SVC_NODE: process.execPath },
        ...{ COMPOSER_HOME: join(scratch, 'composer'), COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' },
      },
    });
    const counts = countsIn(await readFile(report, 'utf8').catch(() => ''));
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  }
}
