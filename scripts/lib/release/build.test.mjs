import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../paths.mjs';
import { kinds, run } from './artefacts.mjs';
import { buildRelease } from './build.mjs';

const say = () => undefined;
const none = () => [];

describe('a build of a release', () => {
  let folder = '';
  let out = '';
  /** @type {string[]} */
  let begun = [];
  /** @type {string[]} */
  let ended = [];
  let scratch = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-build-'));
    out = join(folder, 'out');
    [begun, ended] = [[], []];
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  function kind(/** @type {string} */ name, /** @type {(release: any) => Promise<unknown>} */ work) {
    const build = async (/** @type {any} */ release) => {
      begun.push(name);
      scratch = release.scratch;
      await work(release);
      await writeFile(join(out, name), name);
      await writeFile(join(scratch, name), name);
      ended.push(name);
      return [{ file: name, version: '1.0.0' }];
    };
    return { name, missing: none, build };
  }

  function build(/** @type {any[]} */ ofKinds, /** @type {AbortSignal | undefined} */ signal) {
    return buildRelease({
      ...{ version: '1.0.0', notes: '- New.', dryRun: true, out, without: [], say, signal },
      kinds: ofKinds,
    });
  }

  it('begins no kind after the first failure, waits for the one that runs, and leaves nothing', async () => {
    const fails = () => Promise.reject(new Error('no luck'));
    const wanted = [kind('never', none), kind('slow', () => sleep(200)), kind('broken', fails)];
    await expect(build(wanted, undefined)).rejects.toThrow('no luck');
    expect({ begun, ended }).toEqual({ begun: ['broken', 'slow'], ended: ['slow'] });
    expect([out, scratch].filter(existsSync)).toEqual([]);
  });

  it('ends what runs when it is stopped, and leaves nothing', async () => {
    const stop = new AbortController();
    const works = (/** @type {any} */ { signal }) => run('sleep', ['60'], { cwd: folder, signal });
    const stops = async () => stop.abort();
    const wanted = [kind('never', none), kind('works', works), kind('stops', stops)];
    await expect(build(wanted, stop.signal)).rejects.toThrow(/aborted/);
    expect({ begun, ended }).toEqual({ begun: ['stops', 'works'], ended: ['stops'] });
    expect([out, scratch].filter(existsSync)).toEqual([]);
  });

  it('returns what a program writes to its standard output, without its warnings', async () => {
    const program = 'console.log("[1]"); console.error("warning: [2]")';
    expect(await run(process.execPath, ['-e', program], { cwd: folder })).toBe('[1]\n');
    const failing = `${program}; process.exitCode = 3`;
    await expect(run(process.execPath, ['-e', failing], { cwd: folder })).rejects.toThrow('warning: [2]');
  });

  it('gives the image no name in the storage, and pushes it by its id', async () => {
    const log = join(folder, 'log');
    const buildah = join(folder, 'buildah');
    const program = `#!/bin/sh
echo "$*" >>${log}
while [ $# -gt 0 ]; do
  [ "$1" != --iidfile ] || echo sha256:42 >"$2"
  shift
done
`;
    await writeFile(buildah, program);
    await chmod(buildah, 0o755);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
    const image = kinds.find(({ name }) => name === 'image');
    const release = { version: '1.0.0', seconds: 0, out, scratch: folder, say };
    expect(await image?.build(release)).toEqual([{ file: 'svc-payments-image-1.0.0.tar', version: '1.0.0' }]);
    const [, built, pushed] = (await readFile(log, 'utf8')).split('\n');
    expect(built).toMatch(new RegExp(`^build .* ${root}$`));
    expect(built).not.toMatch(/--tag|svc-payments:1/);
    expect(pushed).toBe(`push sha256:42 oci-archive:${join(out, 'svc-payments-image-1.0.0.tar')}:svc-payments:1.0.0`);
  });
});
