// Tests the PHP library with the installed PHPUnit and Guzzle.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const folder = join(root, 'packages', 'sdk-php');

/** The missing programs, for the line that reports the skipped suite. */
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

/** Runs PHPUnit with the arguments after `--`, and counts its report. */
export async function runPhp({ signal, args, command }) {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-php-'));
  const report = join(scratch, 'report.xml');
  try {
    // When run as root, Postgres and Redis run as an unprivileged user, who needs access.
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
