import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 20;
const MAX_LENGTH = 2_000;

/** Writes the counts of a run and a text for each failure, as JSON, to the file that SVC_TEST_COUNTS names. */
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const failures = [
      ...inState('failed').map((test) => describe(test.fullName, test.result().errors)),
      // A failed hook fails a suite or a file, and skips the tests in it.
      ...suites.filter((suite) => suite.errors().length > 0).map((suite) => describe(nameOf(suite), suite.errors())),
      ...unhandledErrors.map((error) => describe('outside of tests', [error])),
    ];
    const [passed, skipped] = [inState('passed').length, inState('skipped').length];
    writeFileSync(process.env.SVC_TEST_COUNTS, JSON.stringify({ passed, failed: failures.length, skipped, failures }));
  }
}

function nameOf(suite) {
  return suite.type === 'module' ? suite.relativeModuleId : `${suite.module.relativeModuleId}: ${suite.fullName}`;
}

/** What failed and why, for somebody who cannot run the test. */
function describe(name, errors) {
  const lines = errors.flatMap(linesOf).slice(0, MAX_LINES);
  return `${name}: ${lines.join('\n    ')}`.slice(0, MAX_LENGTH);
}

function linesOf({ name, message, diff = '' }) {
  return stripVTControlCharacters(`${name}: ${message}\n${diff}`).trimEnd().split('\n');
}
