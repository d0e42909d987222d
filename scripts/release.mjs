// `npm run release -- <version> [--out <folder>] [--without <kind>]… [--base <image>] [--local-base] [--npmrc <file>]`:
// checks, builds and tags a release. It publishes and pushes nothing. `--dry-run` sets no tag; the version is then that of
// package.json unless given, and what this machine cannot build is left out.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseOrExit } from './lib/command-line.mjs';
import { installFirst } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { checksOf, isVersion, refusalsOf, tagOf } from './lib/release/preconditions.mjs';
import { tagRelease } from './lib/release/tag.mjs';
import { captureCommand, Refusal, sayError } from './lib/run-command.mjs';
import { stopSignal } from './lib/stop-signal.mjs';

const USAGE =
  'Usage: npm run release -- <version>|--dry-run [--out <folder>] [--without <kind>]… [--base <image>] ' +
  '[--local-base] [--npmrc <file>]';

const say = (line) => console.log(line);
const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const { version, dryRun, out, without, ...imageOptions } = parseOrExit(
  USAGE,
  {
    allowPositionals: true,
    options: {
      ...{ 'dry-run': flag, out: text, without: { ...text, multiple: true, default: [] } },
      ...{ base: text, 'local-base': flag, npmrc: text },
    },
  },
  readOptions,
);
await installFirst();
const { baseOfDryRun, kinds } = await import('./lib/release/artefacts.mjs');
const { buildRelease } = await import('./lib/release/build.mjs');

const signal = stopSignal();
try {
  // The files of an earlier dry run are of no use.
  if (dryRun && out === usualFolder(version, dryRun)) rmSync(out, { recursive: true, force: true });
  const { refusals, forRelease, notes } = await refusalsOf({ folder: root, version, dryRun });
  refusals.push(...(await refusalsOfOptions()), ...(await failedChecks()));
  if (refusals.length > 0) throw new Refusal(`${version} is not released.\n\n${refusals.join('\n\n')}`);
  const manifest = await buildRelease({ version, notes, dryRun, out, without, say, signal, ...imageOptions });
  say(`${manifest.artefacts.length} files, SHA256SUMS, manifest.json and NOTES.md are in ${out}`);
  if (without.length > 0) say(`Without: ${without.join(', ')}`);
  if (dryRun) {
    say(`A dry run: there is no tag ${tagOf(version)}.`);
    if (forRelease.length > 0) say(`\nA release would be refused.\n\n${forRelease.join('\n\n')}`);
  } else {
    const isSigned = await tagRelease({ folder: root, version, commit: manifest.commit, out });
    if (!isSigned) say('The tag is not signed: Git has no user.signingKey.');
    say(`Tagged ${tagOf(version)}. Next: \`git push origin main ${tagOf(version)}\`, and publish the files.`);
  }
} catch (error) {
  console.error(signal.aborted ? `Stopped. ${version} is not released.` : sayError(error));
  process.exitCode = 1;
}

async function refusalsOfOptions() {
  const names = kinds.map(({ name }) => name);
  const refusals = without
    .filter((name) => !names.includes(name))
    .map((name) => `--without ${name} is unknown.\n  The kinds are: ${names.join(', ')}.`);
  if (existsSync(out) && readdirSync(out).length > 0) {
    refusals.push(`${out} is not empty.\n  Remove it, or choose another folder with --out.`);
  }
  const lacking = dryRun && !without.includes('image') ? await chooseBase() : [];
  for (const { name, missing } of kinds.filter((kind) => !without.includes(kind.name))) {
    const programs = name === 'image' ? [...missing(), ...lacking] : missing();
    if (programs.length === 0) continue;
    if (dryRun) {
      say(`Leaving out ${name}: it needs ${programs.join(', ')}`);
      without.push(name);
      continue;
    }
    refusals.push(
      `${name} needs ${programs.join(', ')}.\n  Install it, or add --without ${name}; the manifest then says so.`,
    );
  }
  return refusals;
}

/** Returns what is missing for a base of the image. */
async function chooseBase() {
  const { localBase, missing } = await baseOfDryRun(imageOptions);
  if (localBase && !imageOptions.localBase && missing.length === 0) {
    say('The usual base of the image cannot be pulled. The image gets a base of Debian packages (--local-base).');
  }
  imageOptions.localBase = localBase;
  return missing;
}

async function failedChecks() {
  const failed = [];
  for (const { name, script, remedy, skipped } of await checksOf({ folder: root, version, dryRun })) {
    if (skipped !== undefined) {
      say(`Without the check of the ${name}: ${skipped}`);
      continue;
    }
    const { code, output } = await captureCommand(process.execPath, script, { signal });
    if (code !== 0)
      failed.push(`The check of the ${name} failed:\n    ${output.trim().replaceAll('\n', '\n    ')}\n  ${remedy}`);
  }
  return failed;
}

function readOptions({ values, positionals }) {
  const dryRun = values['dry-run'];
  const [wanted = dryRun ? ownVersion() : undefined] = positionals;
  if (!isVersion(wanted) || positionals.length > 1) throw new Error('Give one version, such as 1.2.3 or 2.0.0-rc.1.');
  const folder = resolve(values.out ?? usualFolder(wanted, dryRun));
  return {
    ...{ version: wanted, dryRun, without: [...new Set(values.without)].sort() },
    ...{ out: folder, base: values.base, localBase: values['local-base'], npmrc: values.npmrc },
  };
}

function ownVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

function usualFolder(wanted, dryRun) {
  return join(root, '.cache', `release-${wanted}${dryRun ? '-dry-run' : ''}`);
}
