// `node scripts/build.mjs [folder]`: the package as it is published, one file that depends on nothing.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const repository = join(workspace, '..', '..');
const contract = join(repository, 'packages', 'acquirer-contract');
const output = resolve(process.argv[2] ?? join(workspace, 'dist', 'package'));
const readManifest = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const build = await rolldown({
  input: { 'acquirer-kit': join(workspace, 'src', 'main.ts') },
  platform: 'node',
  resolve: {
    extensionAlias: { '.js': ['.ts', '.js'] },
    alias: {
      '@svc/acquirer-contract': join(contract, 'src', 'index.ts'),
      '#validators': join(contract, 'generated', 'validators.js'),
    },
  },
  plugins: [{ name: 'static-requires', transform: withImports }],
});
const banner = '#!/usr/bin/env node';
await build.write({ dir: join(output, 'dist'), format: 'esm', entryFileNames: '[name].mjs', banner });
await build.close();

const { name, version, description, license, type, bin } = await readManifest(workspace);
const { config, engines } = await readManifest(repository);
const published = {
  ...{ name: `${config.npmScope}/${name.split('/').at(-1)}`, version, description, license, type, engines },
  bin: Object.fromEntries(Object.keys(bin).map((command) => [command, './dist/acquirer-kit.mjs'])),
  files: ['dist'],
};
await writeFile(join(output, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
const readme = await readFile(join(workspace, 'README.md'), 'utf8');
await writeFile(join(output, 'README.md'), readme.replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '`$1`'));
await copyFile(join(repository, 'LICENSE'), join(output, 'LICENSE'));

/** Generated validators load the runtime of Ajv by `require`, which a bundle cannot contain. */
function withImports(code, id) {
  if (!id.endsWith('validators.js')) return undefined;
  const imports = [];
  const body = code
    .replace(/^const require = createRequire\(.*\);$/m, '')
    .replaceAll(/require\("([^"]+)"\)/g, (_, path) => {
      imports.push(`import required${imports.length} from '${path}.js';`);
      return `required${imports.length - 1}`;
    });
  return { code: `${imports.join('\n')}\n${body}`, map: null };
}
