// Joins each program with all that it imports, and compiles it. Node then loads a few files, not some 1,500, and boots in a
// fifth of the time.
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { Refusal, runCommand } from './run-command.mjs';

/** What each program loads, apart from its main.js. */
const parts = { 'apps/api': 'api.js', 'apps/worker': 'worker.module.js' };
export const programs = Object.keys(parts);

/** Loaded from node_modules: they look for files next to their own, or are optional and native. */
const external = [/^msgpackr-extract$/, /^swagger-ui-dist/];

/** V8 flags with which programs run: those of a shell, and those of the units, the image and docs/operations/install.md. */
export const nodeOptions = ['', '--max-semi-space-size=32'];

const MAIN = fileURLToPath(new URL('bundled-main.mjs', import.meta.url));

/** Those of the projects that are bundled. */
export function bundled(projects) {
  return programs.filter((program) => projects.includes(program));
}

/** Whether the program has been bundled, at any time. */
export function hasBundle(program) {
  return existsSync(join(folderOf(program), 'main.js'));
}

/** Bundles compiled programs into their `dist/bundle`. */
export async function bundle(projects, { signal } = {}) {
  const { rolldown } = await import('rolldown');
  for (const program of bundled(projects)) {
    const dir = folderOf(program);
    const build = await rolldown({
      input: { program: 'program' },
      platform: 'node',
      external,
      plugins: [entry(program), ownPaths(dir)],
      onLog(level, log, handle) {
        // Drivers of other databases, and parts of Nest that nothing here uses.
        if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
      },
    });
    // Modules run in the order of their imports: reflect-metadata before the decorators that need it.
    await build.write({
      dir,
      format: 'cjs',
      banner: `const BUNDLE = require('node:url').pathToFileURL(__filename).href;`,
      entryFileNames: '[name].cjs',
      codeSplitting: false,
      strictExecutionOrder: true,
      keepNames: true,
      comments: false,
      cleanDir: true,
    });
    await build.close();
    await toAscii(join(dir, 'program.cjs'));
    await copyFile(join(root, program, 'dist', 'heap.js'), join(dir, 'heap.js'));
    await copyFile(MAIN, join(dir, 'main.js'));
    await Promise.all(nodeOptions.map((options) => compile(join(dir, 'main.js'), options, signal)));
  }
}

/** Exports the program, not yet running, and all that it may load. */
function entry(program) {
  const path = (name) => JSON.stringify(join(root, program, 'dist', name));
  return {
    name: 'entry',
    resolveId: (id) => (id === 'program' ? id : undefined),
    load: (id) =>
      id === 'program'
        ? `export const run = () => import(${path('main.js')});\nexport const load = () => import(${path(parts[program])});`
        : undefined,
  };
}

/** Escapes all other characters. They are in strings and regular expressions, which read escapes as the same. */
async function toAscii(file) {
  const code = await readFile(file, 'utf8');
  const escape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, code.replace(/[^\0-\x7f]/g, escape), 'latin1');
}

async function compile(main, options, signal) {
  const env = { ...process.env, NODE_OPTIONS: options };
  if ((await runCommand(process.execPath, [main, '--compile'], { signal, env })) !== 0) {
    throw new Refusal(`The build failed: ${main} could not be loaded.`);
  }
}

/** Where its bundle is. */
export function folderOf(program) {
  return join(root, program, 'dist', 'bundle');
}

/** Modules of ours find their files from where they were compiled to, in the bundle too. */
function ownPaths(folder) {
  return {
    name: 'own-paths',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
      const path = JSON.stringify(`${relative(folder, dirname(id))}/`);
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, BUNDLE).href`), map: null };
    },
  };
}
