// `npm run image [-- --tag <name>] [--base <image>] [--npmrc <file>] [--engine docker|podman|buildah] [--local-base]
// [--archive <file>] [--try]`: builds the container image. `--local-base` needs no registry of images. `--archive` also
// writes it into an OCI archive, as a release does. `--try` takes a payment with it, from the archive if there is one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { parseOrExit } from './lib/command-line.mjs';
import { archiveImage, buildImage, findEngine } from './lib/image/engine.mjs';
import { ensureLocalBase } from './lib/image/local-base.mjs';
import { tryImage } from './lib/image/trial.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { Refusal, sayError } from './lib/run-command.mjs';
import { stopSignal } from './lib/stop-signal.mjs';

const USAGE =
  'Usage: npm run image [-- --tag <name>] [--base <image>] [--npmrc <file>] [--engine docker|podman|buildah] ' +
  '[--local-base] [--archive <file>] [--try]';

const say = (line) => console.log(line);
const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const options = parseOrExit(USAGE, {
  options: { tag: text, base: text, npmrc: text, engine: text, archive: text, 'local-base': flag, try: flag },
});
const signal = stopSignal();
try {
  if (options.try && process.getuid?.() !== 0) {
    throw new Refusal('--try needs root, for the namespaces of its containers.');
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const tag = options.tag ?? `svc-payments:${version}`;
  const onBuildah = options.try || options['local-base'] || options.archive !== undefined;
  const engine = findEngine(onBuildah ? 'buildah' : options.engine);
  const base = options['local-base'] ? await timed('Made the base', () => ensureLocalBase({ signal })) : options.base;
  await timed(`Built ${tag} with ${engine.name}`, () =>
    buildImage(engine, { tag, base, npmrc: options.npmrc, version, signal }),
  );
  if (options.archive !== undefined) archiveImage(tag, { file: options.archive, version });
  if (options.try) {
    await ensureInstalled({ say, signal });
    await ensureBuilt(['packages/embedded'], { say, signal });
    await tryImage(options.archive === undefined ? tag : `oci-archive:${options.archive}`, signal);
    say(`${tag} takes payments`);
  }
} catch (error) {
  console.error(signal.aborted ? 'Stopped.' : sayError(error));
  process.exitCode = 1;
}

async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  say(`${what} in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  return result;
}
