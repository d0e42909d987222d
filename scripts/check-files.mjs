// Checks without a linter: files that are too long, unfinished work, broken links.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { root } from './lib/paths.mjs';

const longestFile = 400;
const skippedFolders = new Set([
  '.git',
  'node_modules',
  'dist',
  'target',
  'generated',
  '_generated',
  'Generated',
  '.data',
  '.cache',
  'results',
]);
const machineWritten = new Set([
  'package-lock.json',
  'openapi/openapi.json',
  'openapi/acquirer.json',
  'openapi/baseline.json',
]);
/** Generated Java must be in the packages from which it is imported. */
const machineWrittenFolders = new Set(
  ['models', 'params', 'resources'].map((name) => `packages/sdk-java/src/main/java/com/svc/payments/${name}`),
);
const code = new Set(['.ts', '.js', '.mjs', '.cjs', '.yaml', '.yml', '.sql', '.lua', '.sh', '.py', '.php', '.java']);
const prose = new Set(['.md']);
// Split in halves, so that this file passes its own check.
const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b|^(<{7}|>{7}) `, 'm');
const link = /\]\((?!\w+:|#|\/)([^)#\s]+)[^)]*\)/g;

function* handWritten(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const skipped = skippedFolders.has(entry.name) || machineWrittenFolders.has(relative(root, path));
      if (!skipped) yield* handWritten(path);
    } else if (!machineWritten.has(relative(root, path))) yield path;
  }
}

function* faults(path) {
  const kind = extname(path);
  if (!code.has(kind) && !prose.has(kind)) return;
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').length - 1;
  if (code.has(kind) && lines > longestFile) yield `${lines} lines, at most ${longestFile} are allowed`;
  const marker = unfinished.exec(text);
  if (marker) yield `unfinished: "${marker[0].trim()}" in line ${text.slice(0, marker.index).split('\n').length}`;
  if (!prose.has(kind)) return;
  for (const [, target] of text.matchAll(link)) {
    if (!existsSync(resolve(dirname(path), decodeURI(target)))) yield `broken link: ${target}`;
  }
}

let found = 0;
for (const path of handWritten(root)) {
  for (const fault of faults(path)) {
    found += 1;
    console.log(`${relative(root, path)}: ${fault}`);
  }
}
process.exitCode = found === 0 ? 0 : 1;
