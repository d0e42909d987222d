// Joins each program with all that it imports. Node then loads a few files, not some 1,500, and boots in a third of the time.
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

export const programs = ['apps/api', 'apps/worker'];

/** Loaded from node_modules: they look for files next to their own, or are optional and native. */
const external = [/^msgpackr-extract$/, /^swagger-ui-dist/];

/** Those of the projects that are bundled. */
export function bundled(projects) {
  return programs.filter((program) => projects.includes(program));
}

/** Whether the program has been bundled, at any time. */
export function hasBundle(program) {
  return existsSync(join(folderOf(program), 'main.js'));
}

/** Bundles compiled programs into their `dist/bundle`. */
export async function bundle(projects) {
  const { rolldown } = await import('rolldown');
  for (const program of bundled(projects)) {
    const dir = folderOf(program);
    const build = await rolldown({
      input: { main: join(root, program, 'dist', 'main.js') },
      platform: 'node',
      external,
      plugins: [ownPaths(dir)],
      onLog(level, log, handle) {
        // Drivers of other databases, and parts of Nest that nothing here uses.
        if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
      },
    });
    // Modules run in the order of their imports: reflect-metadata before the decorators that need it.
    await build.write({ dir, format: 'esm', strictExecutionOrder: true, keepNames: true, cleanDir: true });
    await build.close();
  }
}

function folderOf(program) {
  return join(root, program, 'dist', 'bundle');
}

/** Modules of ours find their files from where they were compiled to, in the bundle too. */
function ownPaths(folder) {
  return {
    name: 'own-paths',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
      const path = JSON.stringify(`${relative(folder, dirname(id))}/`);
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null };
    },
  };
}
