// `npm run build -w @svc/sdk`: the package as it is published, in dist/package or the folder given. The workspace itself
// is CommonJS by way of tsc, since the generated client imports without extensions; what users get is bundled, as ES
// modules and as CommonJS. It is published in the scope that the root's package.json names: `config.npmScope`.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const repository = join(workspace, '..', '..');
const entries = { '.': 'index', './webhooks': 'webhooks', './testing': 'testing' };
const output = resolve(process.argv[2] ?? join(workspace, 'dist', 'package'));
const usual = {
  config: false,
  cwd: workspace,
  outDir: join(output, 'dist'),
  target: 'es2022',
  fixedExtension: true,
  sourcemap: false,
  hash: false,
  clean: false,
  logLevel: 'warn',
};

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const source = await readManifest(workspace);
const { npmScope } = (await readManifest(repository)).config;
const name = `${npmScope}/${source.name.split('/').at(-1)}`;
await bundleLibrary();
await Promise.all(Object.values(entries).map(writeNodeEntry));
await bundleCommand();
await writeFile(join(output, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
const readme = await readFile(join(workspace, 'README.md'), 'utf8');
await writeFile(join(output, 'README.md'), readme.replaceAll(source.name, name));
await copyFile(join(repository, 'LICENSE'), join(output, 'LICENSE'));
await copyFile(join(workspace, 'CHANGELOG.md'), join(output, 'CHANGELOG.md'));

function bundleLibrary() {
  const entry = Object.fromEntries(Object.values(entries).map((each) => [each, `src/${each}.ts`]));
  return build({ ...usual, entry, format: ['esm', 'cjs'], platform: 'neutral', dts: true });
}

/**
 * What `import` loads in Node: the same module as `require`. A program may use both, and `instanceof` would not recognise the errors
 * of a second one.
 */
function writeNodeEntry(entry) {
  const names = Object.keys(createRequire(import.meta.url)(join(output, 'dist', `${entry}.cjs`)));
  return writeFile(
    join(output, 'dist', `${entry}.node.mjs`),
    `export { ${names.join(', ')} } from './${entry}.cjs';\n`,
  );
}

/** `svc`, whole in one file. */
function bundleCommand() {
  return build({ ...usual, entry: { svc: 'src/cli/main.ts' }, format: 'esm', platform: 'node', dts: false });
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** What the workspace's package.json says about the package, leading to the bundles. */
function manifest() {
  const { version, description, license, type, sideEffects, engines } = source;
  const subpaths = Object.values(entries).filter((name) => name !== 'index');
  const exports = Object.entries(entries).map(([path, entry]) => [path, conditions(entry)]);
  return {
    ...{ name, version, description, license, type, sideEffects, engines },
    main: './dist/index.cjs',
    module: './dist/index.mjs',
    types: './dist/index.d.cts',
    // For compilers that know no exports (`moduleResolution: node10`).
    typesVersions: { '*': Object.fromEntries(subpaths.map((name) => [name, [`./dist/${name}.d.cts`]])) },
    bin: { svc: './dist/svc.mjs' },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['dist', 'CHANGELOG.md'],
    // A package in a scope is private unless it says otherwise.
    publishConfig: { access: 'public' },
  };
}

function conditions(name) {
  return {
    import: { types: `./dist/${name}.d.mts`, node: `./dist/${name}.node.mjs`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
}
