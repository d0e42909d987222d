// `npm run coverage`: writes .cache/coverage.md, which lists a test for each response of an operation, from the records
// of the last `npm test`. With --check it writes nothing and fails on each documented response that no test has
// received, and on each response that the contract does not declare: its status, its problem code, or a missing header.
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { documentedAnswers, undeclaredAnswers } from './lib/answers.mjs';
import { answerLog, coverageReport, root } from './lib/paths.mjs';

const check = process.argv.includes('--check');
const contract = JSON.parse(await readFile(join(root, 'openapi', 'openapi.json'), 'utf8'));
const notes = await readNotes();
const best = bestNotes();
const cells = documentedAnswers(contract).map((answer) => ({
  ...answer,
  ...best.get(`${answer.operationId} ${answer.status}`),
}));
const empty = cells.filter(({ test }) => test === undefined);

if (check) {
  for (const { operationId, status } of empty) console.log(`no test has received ${status} from ${operationId}`);
  const undeclared = undeclaredAnswers(contract, notes);
  for (const line of undeclared) console.log(line);
  const failed = empty.length + undeclared.length;
  console.log(`coverage: ${cells.length - empty.length} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
await writeFile(coverageReport, page());
console.log(`${relative(root, coverageReport)}: ${cells.length} responses, ${empty.length} of them without a test`);

async function readNotes() {
  const text = await readFile(answerLog, 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.error('There are no records of tests yet. Run npm test first.');
    process.exit(1);
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** For each operation and status, the test whose name fits best. */
function bestNotes() {
  const best = new Map();
  for (const { operationId, status, file, test } of notes) {
    const key = `${operationId} ${status}`;
    const known = best.get(key);
    const note = { file, test, merit: merit(test, operationId, status) };
    if (known === undefined || precedes(note, known)) best.set(key, note);
  }
  return best;
}

/** Prefers tests named after the operation and the status. */
function merit(test, operationId, status) {
  return (test.includes(operationId) ? 1 : 0) + (test.includes(String(status)) ? 2 : 0);
}

function precedes(one, other) {
  if (one.merit !== other.merit) return one.merit > other.merit;
  return `${one.file} ${one.test}` < `${other.file} ${other.test}`;
}

function page() {
  const rows = cells.map(({ operationId, status, file, test }) => {
    const where = test === undefined ? '' : `${escaped(test)} (\`${file}\`)`;
    return `| ${operationId} | ${status} | ${where} |`;
  });
  return [
    '# Coverage of the contract',
    '',
    'Every response that the contract documents, with a test that has received it.',
    '',
    '| operation | status | test |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 160);
}
