// Copies what the image runs into a folder: programs that are built, packages of production, and no sources.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';

const contents = [
  'package.json',
  'LICENSE',
  'node_modules',
  'openapi/openapi.json',
  'apps/api/package.json',
  'apps/api/dist',
  'apps/worker/package.json',
  'apps/worker/dist/bundle',
  'apps/console/dist/app',
  'packages/core/package.json',
  'packages/core/dist',
  'packages/contract/package.json',
  'packages/contract/dist',
  'packages/contract/generated',
  'packages/acquirer-contract/package.json',
  'packages/acquirer-contract/dist',
  'packages/acquirer-contract/generated',
  ...[
    'account-create',
    'account-key',
    'account-suspend',
    'config',
    'console-link',
    'doctor',
    'master-key-rotate',
    'queues',
  ].map((name) => `scripts/${name}.mjs`),
  'scripts/lib',
  'deploy/image/svc.mjs',
  'deploy/image/health.mjs',
];

/** Nothing loads these at run time. */
const unused = /\.(d\.[cm]?ts|map|tsbuildinfo|test\.m?js)$|^(?!licen[cs]e|notice|copying).*\.md$/i;

const target = process.argv[2];
if (target === undefined) throw new Error('Usage: node deploy/image/assemble.mjs <folder>');

for (const path of contents) {
  await mkdir(dirname(join(target, path)), { recursive: true });
  await cp(join(root, path), join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !unused.test(basename(source)),
  });
}
await removeBrokenLinks(join(target, 'node_modules'));

/** npm links every workspace; those that are not part of the image have no folder. */
async function removeBrokenLinks(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin')) await removeBrokenLinks(path);
    if (entry.isSymbolicLink() && !(await exists(path))) {
      console.log(`not part of the image: ${relative(target, path)}`);
      await rm(path);
    }
  }
}

function exists(path) {
  return readdir(path).then(
    () => true,
    (error) => error.code === 'ENOTDIR',
  );
}
