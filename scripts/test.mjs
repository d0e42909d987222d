// `npm test`: all suites. `npm run test:unit`, `test:e2e`, `test:browser`, `test:faults`, `test:ha`, `test:restore`,
// `test:contract`, `test:python`, `test:php`, `test:java`, `test:fuzz`, `test:generated`, `test:image`: one suite. Arguments after `--` go
// to Vitest, pytest, PHPUnit, Maven, Schemathesis or `npm run image`.
import { allProjects, ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { Refusal } from './lib/run-command.mjs';
import { stopSignal } from './lib/stop-signal.mjs';
import { missingPrograms, suites } from './lib/suites.mjs';

const [first, ...rest] = process.argv.slice(2);
const named = suites.find(({ name }) => name === first);
const chosen = named === undefined ? suites.filter(({ alone }) => !alone) : [named];
const args = named === undefined && first !== undefined ? [first, ...rest] : rest;
const signal = stopSignal();
const results = [];

try {
  await ensureInstalled({ say: console.log, signal });
  await ensureBuilt(await allProjects(), { say: console.log, signal });
  process.env.SVC_BUNDLED = 'true';
  for (const group of grouped(chosen)) results.push(...(await runGroup(group)));
} catch (error) {
  if (!signal.aborted) console.error(error instanceof Refusal ? error.message : error);
  results.push({ name: signal.aborted ? 'interrupted' : 'setup', passed: 0, failed: 1, skipped: 0 });
}
process.exit(summarize() === 0 ? 0 : 1);

/** Groups adjacent suites that run at the same time. */
function grouped(list) {
  const groups = [];
  for (const suite of list) {
    const last = groups.at(-1);
    if (suite.together !== undefined && last?.[0].together === suite.together) last.push(suite);
    else groups.push([suite]);
  }
  return groups;
}

/** Runs all suites of a group to the end, even if one fails. */
async function runGroup(group) {
  if (group.length === 1) return [await runSuite(group[0])];
  console.log(
    `\n${group.map(({ name }) => name).join(', ')}: at the same time; the output of each follows when it has finished`,
  );
  const outcomes = await Promise.allSettled(group.map((suite) => runSuite(suite, kept())));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return outcomes.map(({ value }) => value);
}

/** Collects the output of a suite until it ends. */
function kept() {
  let text = '';
  return {
    command: { stdio: ['ignore', 'pipe', 'pipe'], onOutput: (piece) => (text += piece) },
    say: (line) => (text += `${line}\n`),
    end: () => process.stdout.write(text),
  };
}

async function runSuite(suite, { command = {}, say = console.log, end = () => {} } = {}) {
  const { name, run } = suite;
  const missing = missingPrograms(suite);
  if (missing.length > 0) {
    const note = `needs ${missing.join(', ')}, and does not find it here`;
    say(`\n${name}: ${process.env.CI ? 'failed' : 'skipped'}, it ${note}`);
    end();
    return { name, passed: 0, failed: process.env.CI ? 1 : 0, skipped: 1, note };
  }
  say(`\n${name}`);
  const started = performance.now();
  const { code = 0, ...counts } = await run({ signal, args, command, say }).finally(end);
  // A suite can fail without a failed test: by an error outside of tests, or if nothing ran.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { name, ...counts, note: `${((performance.now() - started) / 1000).toFixed(0)} s` };
}

/** Prints the failures and, as the last line, the counts. Returns the number of failures. */
function summarize() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log('');
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`failed: ${failure}`);
  for (const { name, passed, failed, skipped, note = '' } of results) {
    const extra = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(
      `${failed > 0 ? 'FAIL' : 'pass'}  ${name.padEnd(10)} ${passed} passed, ${failed} failed${extra}  ${note}`,
    );
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed');
}
