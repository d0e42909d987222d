// `npm run check`: static checks. `npm run check -- lint types` runs only these steps. It installs what is missing, and
// prints one line per step, the output of failed steps, and the counts as the last line.
import { spawn } from 'node:child_process';
import { installFirst } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { SKIPPED } from './lib/run-command.mjs';

const tool = (path) => `node_modules/${path}`;
const redocly = tool('@redocly/cli/bin/cli.js');
const spectral = tool('@stoplight/spectral-cli/dist/index.js');

/** Most steps keep one core busy. */
const AT_ONCE = 2;

const steps = [
  // First and alone: `layers` and `lint` find each package's index in its build, even if `types` was not asked for.
  ['types', tool('@typescript/native/bin/tsc'), '-b'],
  ['lint', tool('oxlint/bin/oxlint'), '--config=oxlint.config.mjs'],
  ['format', tool('oxfmt/bin/oxfmt'), '--check'],
  ['test-types', tool('@typescript/native/bin/tsc'), '-p', 'packages/testing/tsconfig.tests.json'],
  [
    'layers',
    tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'apps',
  ],
  ['files', 'scripts/check-files.mjs'],
  ['platform', 'scripts/check-platform.mjs'],
  ['language', 'scripts/check-language.mjs'],
  ['problem-codes', 'scripts/problem-codes.mjs'],
  ['generated', 'scripts/generate.mjs', '--check'],
  ['spec', redocly, 'lint', 'openapi/openapi.yaml', 'openapi/console.yaml', 'openapi/acquirer.yaml'],
  ['spec-style', spectral, 'lint', 'openapi/openapi.json', 'openapi/acquirer.json', '--fail-severity=warn'],
  ['breaking', 'scripts/breaking.mjs'],
  ['versions', 'scripts/check-versions.mjs'],
  ['chart', 'scripts/check-chart.mjs'],
];

function run([, ...args]) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      resolve({
        passed: code === 0,
        skipped: code === SKIPPED,
        seconds,
        signal,
        output: Buffer.concat(output).toString().trim(),
      });
    });
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some(([step]) => step === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The steps are: ${steps.map(([name]) => name).join(', ')}.`);
  process.exit(2);
}

await installFirst();
let failed = 0;
let skipped = 0;
if (wanted.includes('layers') || wanted.includes('lint')) wanted.push('types');
const chosen = steps.filter(([name]) => wanted.length === 0 || wanted.includes(name));
const waiting = [...chosen];

async function runNext() {
  const step = waiting.shift();
  if (step === undefined) return;
  const { passed, skipped: left, seconds, signal, output } = await run(step);
  if (left) {
    skipped += 1;
    console.log(`skip  ${step[0].padEnd(12)}${seconds.padStart(6)} s  ${output}`);
    return;
  }
  console.log(`${passed ? 'pass' : 'FAIL'}  ${step[0].padEnd(12)}${seconds.padStart(6)} s`);
  if (passed) return;
  failed += 1;
  console.log(`$ node ${step.slice(1).join(' ')}${signal === null ? '' : ` (ended by ${signal})`}\n${output}\n`);
}

async function runRest() {
  while (waiting.length > 0) await runNext();
}

await runNext();
await Promise.all(Array.from({ length: AT_ONCE }, runRest));

console.log(`check: ${chosen.length - failed - skipped} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
