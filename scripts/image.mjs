// `npm run image [-- --tag <name>] [--base <image>] [--npmrc <file>] [--engine docker|podman|buildah] [--local-base]
// [--try]`: builds the container image. `--local-base` needs no registry of images. `--try` takes a payment with it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { buildImage, findEngine } from './lib/image/engine.mjs';
import { ensureLocalBase } from './lib/image/local-base.mjs';
import { tryImage } from './lib/image/trial.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { Refusal } from './lib/run-command.mjs';

const USAGE =
  'Usage: npm run image [-- --tag <name>] [--base <image>] [--npmrc <file>] [--engine docker|podman|buildah] ' +
  '[--local-base] [--try]';

const say = (line) => console.log(line);
const options = readOptions();
try {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const tag = options.tag ?? `svc-payments:${version}`;
  const onBuildah = options.try || options['local-base'];
  const engine = findEngine(onBuildah ? 'buildah' : options.engine);
  const base = options['local-base'] ? await ensureLocalBase() : options.base;
  const started = performance.now();
  await buildImage(engine, { tag, base, npmrc: options.npmrc, version });
  say(`Built ${tag} with ${engine.name} in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  if (options.try) {
    if (process.getuid?.() !== 0) throw new Refusal('--try needs root, for the namespaces of its containers.');
    await ensureInstalled({ say });
    await ensureBuilt(['packages/embedded'], { say });
    await tryImage(tag);
    say(`${tag} takes payments`);
  }
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({
      options: { tag: text, base: text, npmrc: text, engine: text, 'local-base': flag, try: flag },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
