// Runs an image of buildah as a container engine would: as its user, as process 1, on a read-only file system.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildah } from './engine.mjs';

/** The root is read-only, /tmp is in memory, and the files of $2 are at /run/secrets. */
const INSIDE = `set -e
root=$1 secrets=$2 user=$3
shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$secrets" "$root/run/secrets"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
exec chroot --userspec="$user" --groups= "$root" "$@"`;

export class Image {
  #container;
  #config;

  /** @param {string} name a tag, or `oci-archive:<file>` */
  static async open(name) {
    const image = new Image();
    image.#container = buildah('from', '--quiet', '--pull-never', name);
    image.#config = JSON.parse(buildah('inspect', '--type', 'container', image.#container)).Docker.config;
    image.root = buildah('mount', image.#container);
    // An engine makes the places of its mounts.
    await mkdir(join(image.root, 'run', 'secrets'), { recursive: true });
    return image;
  }

  /** Starts the image with its entry point; `command` replaces its default command. */
  start(command, { secrets, env = {} }) {
    const { Entrypoint, Cmd, Env, User } = this.#config;
    return this.#run([...Entrypoint, ...(command ?? Cmd)], User, secrets, { ...fromList(Env), ...env });
  }

  /** Runs the health check of the image. The format of OCI has none; an orchestrator then has the same command. */
  checkHealth({ secrets, env = {} }) {
    const { Test = ['CMD', ...this.#config.Entrypoint, 'health'] } = this.#config.Healthcheck ?? {};
    const [kind, ...command] = Test;
    if (kind !== 'CMD') throw new Error(`the health check needs a shell: ${kind}`);
    return this.#run(command, this.#config.User, secrets, { ...fromList(this.#config.Env), ...env }).exit;
  }

  close() {
    buildah('rm', this.#container);
  }

  #run(command, user, secrets, env) {
    const place = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--',
      'sh',
      '-c',
      INSIDE,
      'sh',
      this.root,
      secrets,
      user,
    ];
    const child = spawn('unshare', [...place, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return new Running(child);
  }
}

class Running {
  output = '';
  stdout = '';
  #child;

  constructor(child) {
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      this.stdout += text;
      this.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (this.output += text));
    /** The exit code, which is that of the program. */
    this.exit = once(child, 'close').then(([code]) => code);
  }

  /** Identity of the program: user and capabilities as the kernel sees them. */
  async status() {
    const text = await readFile(`/proc/${await this.#pid()}/status`, 'utf8');
    return Object.fromEntries(text.split('\n').map((line) => line.split(/:\s+/)));
  }

  /** Sends SIGTERM to process 1 of the container and returns the exit code. */
  async stop() {
    process.kill(await this.#pid(), 'SIGTERM');
    return this.exit;
  }

  kill() {
    this.#child.kill('SIGKILL');
  }

  async #pid() {
    const { pid } = this.#child;
    for (;;) {
      const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
      if (child !== '') return Number(child);
      await sleep(20);
    }
  }
}

function fromList(list) {
  return Object.fromEntries(list.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]));
}
