// `npm run build -w @svc/sdk`: the package as it is published, in dist/package or the folder given. The workspace itself
// is CommonJS by way of tsc, since the generated client imports without extensions; what users get is bundled, as ES
// modules and as CommonJS.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const entries = { '.': 'index', './webhooks': 'webhooks' };
const output = resolve(process.argv[2] ?? join(workspace, 'dist', 'package'));

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
await bundle();
await writeFile(join(output, 'package.json'), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
await copyFile(join(workspace, 'README.md'), join(output, 'README.md'));
await copyFile(join(workspace, '..', '..', 'LICENSE'), join(output, 'LICENSE'));

function bundle() {
  return build({
    config: false,
    cwd: workspace,
    entry: Object.fromEntries(Object.values(entries).map((name) => [name, `src/${name}.ts`])),
    outDir: join(output, 'dist'),
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    fixedExtension: true,
    dts: true,
    sourcemap: false,
    hash: false,
    logLevel: 'warn',
  });
}

/** What the workspace's package.json says about the package, leading to the bundles. */
async function manifest() {
  const source = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8'));
  const { name, version, description, license, type, sideEffects, engines } = source;
  const exports = Object.entries(entries).map(([path, name]) => [path, conditions(name)]);
  return {
    ...{ name, version, description, license, type, sideEffects, engines },
    main: './dist/index.cjs',
    module: './dist/index.mjs',
    types: './dist/index.d.cts',
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['dist'],
  };
}

function conditions(name) {
  return {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
}
