import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { missingHa, missingRestore, runHa, runRestore } from './drill-suites.mjs';
import { missingFuzz, runFuzz } from './fuzz.mjs';
import { missingGenerators, runGeneratedClients } from './generated-clients.mjs';
import { missingRights, runImage } from './image/suite.mjs';
import { missingJava, runJava } from './java.mjs';
import { answerLog, cacheDir, root } from './paths.mjs';
import { missingPhp, runPhp } from './php.mjs';
import { missingPython, runPython } from './python.mjs';
import { captureCommand, Refusal, runCommand, showOutput } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

const contractTests = ['packages/contract/', 'packages/e2e/src/contract/'];

/**
 * The suites of `npm test`, in this order. Suites with `alone` only run by name. Adjacent suites with the same
 * `together` run at the same time.
 */
export const suites = [
  { name: 'check', needs: ['git'], run: runChecks },
  { name: 'unit', needs: [], run: (options) => runVitest('unit', ['--project', 'unit'], options) },
  { name: 'contract', needs: [], alone: true, run: runContract },
  { name: 'e2e', needs: [], run: (options) => runVitest('e2e', ['--project', 'e2e'], options) },
  {
    name: 'browser',
    needs: [],
    lacks: missingBrowser,
    run: (options) => runVitest('browser', ['--project', 'browser'], options),
  },
  // They mostly wait and are independent.
  { name: 'python', needs: [], lacks: missingPython, together: 'waiting', run: runPython },
  { name: 'php', needs: [], lacks: missingPhp, together: 'waiting', run: runPhp },
  { name: 'java', needs: [], lacks: missingJava, together: 'waiting', run: runJava },
  { name: 'ha', needs: [], lacks: missingHa, together: 'waiting', run: runHa },
  // Each uses little more than one core, and asserts no times.
  { name: 'fuzz', needs: [], lacks: missingFuzz, together: 'one core', run: runFuzz },
  { name: 'generated', needs: [], lacks: missingGenerators, together: 'one core', run: runGeneratedClients },
  { name: 'image', needs: ['buildah', 'mmdebstrap'], lacks: missingRights, together: 'one core', run: runImage },
  { name: 'restore', needs: [], lacks: missingRestore, together: 'one core', run: runRestore },
  { name: 'faults', needs: [], run: (options) => runVitest('faults', ['--project', 'faults'], soaking(options)) },
  {
    name: 'coverage',
    needs: [],
    run: (options) => runCounting('coverage', ['scripts/coverage.mjs', '--check'], options),
  },
];

/** The programs that a suite needs and this machine lacks. */
export function missingPrograms({ needs, lacks = () => [] }) {
  return [...needs.filter((program) => !isInstalled(program)), ...lacks()];
}

function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function missingBrowser() {
  return isInstalled('chromium-headless-shell') || isInstalled('chromium') ? [] : ['chromium'];
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `--soak 60m --seed 7`: random faults instead of the suite, for this time and reproducible by the seed. */
function soaking({ args, signal }) {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { soak: { type: 'string' }, seed: { type: 'string' } },
  });
  if (values.soak === undefined) return { args, signal };
  const [, count, unit] = /^(\d+)([smh])$/.exec(String(values.soak)) ?? [];
  if (count === undefined || unit === undefined) throw new Refusal('--soak must be a time such as 90s, 60m or 2h');
  const seed = String(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!/^\d+$/.test(seed)) throw new Refusal('--seed must be a whole number');
  console.log(`soak: ${values.soak}, seed ${seed}`);
  process.env.SVC_SOAK_MS = String(Number(count) * UNITS[unit]);
  process.env.SVC_SOAK_SEED = seed;
  return { args: [], signal };
}

/** Vitest adds up the paths that it gets, so a path of the suite replaces the whole suite. */
function runContract(options) {
  const isNarrowed = options.args.some((arg) => contractTests.some((folder) => arg.startsWith(folder)));
  return runVitest('contract', isNarrowed ? [] : contractTests, options);
}

function runChecks(options) {
  return runCounting('check', ['scripts/check.mjs'], options);
}

/** Runs a script with `<name>: N passed, N failed` as its last line. */
async function runCounting(name, command, { signal }) {
  const { code, output } = await captureCommand(process.execPath, command, { signal, show: showOutput });
  const [, passed = 0, failed = 0] = new RegExp(`^${name}: (\\d+) passed, (\\d+) failed$`, 'm').exec(output) ?? [];
  return { code, passed: Number(passed), failed: Number(failed), skipped: 0 };
}

async function runVitest(name, selection, { signal, args }) {
  const counts = join(cacheDir, `test-${name}.json`);
  await mkdir(cacheDir, { recursive: true });
  await rm(counts, { force: true });
  // A full run starts a new record of responses; a run of single files adds to it.
  if (name === 'unit' && args.length === 0) await rm(answerLog, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=./packages/testing/counting-reporter.mjs'];
  const command = [vitest, 'run', '--config', 'packages/testing/vitest.config.ts', ...selection, ...reporters, ...args];
  return inScratchFolder('tests', async (scratch) => {
    const code = await runCommand(process.execPath, command, {
      signal,
      env: { ...process.env, TMPDIR: scratch, SVC_ANSWER_LOG: answerLog, SVC_TEST_COUNTS: counts },
    });
    return { code, ...(await readCounts(counts)) };
  });
}

/** A run that did not come to its end has written none. */
async function readCounts(file) {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0,"skipped":0}'));
}
