// Tests the PHP library with the installed PHPUnit and Guzzle.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countsIn } from './junit.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

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
export function runPhp({ signal, args, command }) {
  return inScratchFolder('php', async (scratch) => {
    const report = join(scratch, 'report.xml');
    const code = await runCommand('phpunit', ['-c', join(folder, 'phpunit.xml'), '--log-junit', report, ...args], {
      ...command,
      signal,
      cwd: folder,
      env: {
        ...{ ...process.env, TMPDIR: scratch, SVC_NODE: process.execPath },
        ...{ COMPOSER_HOME: join(scratch, 'composer'), COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' },
      },
    });
    return { code, ...countsIn(await readFile(report, 'utf8').catch(() => '')) };
  });
}
