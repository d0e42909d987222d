import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyPatroni, hasNamespaces, NAMESPACES, OWN_SHARED_MEMORY, Refusal, serverUser } from './cluster/tools.js';
import { runDrill, type Outcome } from './ha-drill.js';
import { openLoopback } from './machines/loopback.js';
import { openNamespaces } from './machines/namespaces.js';
import type { Place } from './machines/programs.js';
import { Scene } from './scene.js';
import type { TroubleKind } from './troubles.js';

const USAGE = `Usage: npm run drill:ha [-- --short] [--async] [--loopback] [--keep <folder>]
  --short     one kill, one switchover, and the primary Redis is killed
  --async     asynchronous replication and cut links: must end with lost payments
  --loopback  addresses of this machine instead of network namespaces; no link is cut
  --keep      copies logs and configuration to this folder`;

const LONG: readonly TroubleKind[] = [
  ...(['kill', 'cut', 'kill', 'separate', 'kill', 'cut'] as const),
  ...(['switchover', 'redis', 'kill', 'separate', 'kill', 'cut'] as const),
];
const SHORT: readonly TroubleKind[] = ['kill', 'switchover', 'redis'];
const ASYNC: readonly TroubleKind[] = ['separate', 'cut', 'separate'];
const INSIDE = 'SVC_DRILL_FOLDER';

interface Options {
  readonly short: boolean;
  readonly async: boolean;
  readonly loopback: boolean;
  readonly keep: string | undefined;
}

/** What the command needs from its script. */
export interface Surroundings {
  /** The source tree. */
  readonly tree: string;
  /** The folder of the built programs in `dist`. */
  readonly build: string;
  /** The script itself, which runs again in a namespace of its own. */
  readonly script: string;
  /** The folder with the programs of Postgres. */
  readonly postgres: string;
  /** A virtual environment of Python with packages/drills/requirements.txt. */
  readonly patroni: string;
  readonly signal: AbortSignal;
}

/** Runs the drill of the command line. Its result is the last line. Returns the exit code. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const options = readOptions(args);
    const user = await serverUser();
    const folder = process.env[INSIDE];
    if (folder !== undefined) return await runInside({ folder, user }, options, surroundings, true);
    const isolated = !options.loopback && (await hasNamespaces());
    if (options.async && !isolated) throw new Refusal('--async cuts links, which needs root and network namespaces.');
    return await inFolder(options, (made) =>
      isolated
        ? runIsolated(made, args, surroundings)
        : runInside({ folder: made, user }, options, surroundings, false),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  }
}

function readOptions(args: readonly string[]): Options {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { short: flag, async: flag, loopback: flag, keep: { type: 'string' } },
    });
    return { ...values, keep: values.keep };
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`);
  }
}

async function inFolder(options: Options, work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-drill-'));
  try {
    // The servers run as another user.
    await chmod(folder, 0o755);
    return await work(folder);
  } finally {
    if (options.keep !== undefined) {
      const kept = (path: string): boolean =>
        path === folder || /\.(log|yml|cfg|conf)$/.test(path) || /\/[^./]+$/.test(path);
      await cp(folder, options.keep, {
        recursive: true,
        filter: (path) => kept(path) && !/\/(data|etcd|python)(\/|$)/.test(path),
      });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Runs the script again in namespaces of its own. When it ends, the kernel ends everything in them. */
async function runIsolated(folder: string, args: readonly string[], { script, signal }: Surroundings): Promise<number> {
  // The shell is the parent of all orphans, and collects them.
  const shell = `${OWN_SHARED_MEMORY} || exit; "$@" & wait $!`;
  const command = ['sh', '-c', shell, 'sh', process.execPath, script, ...args];
  const child = spawn('unshare', [...NAMESPACES, ...command], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: folder },
    detached: true,
  });
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  signal.addEventListener('abort', end, { once: true });
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', end);
  return code ?? 1;
}

async function runInside(
  place: Place,
  options: Options,
  surroundings: Surroundings,
  isolated: boolean,
): Promise<number> {
  const { tree, build, signal } = surroundings;
  const startedAt = performance.now();
  const say = (line: string): void =>
    console.log(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${line}`);
  const kinds = options.short
    ? SHORT
    : options.async
      ? ASYNC
      : isolated
        ? LONG
        : LONG.filter((kind) => kind !== 'cut' && kind !== 'separate');
  if (!isolated) say(`without network namespaces: cut links are skipped`);
  const patroni = await copyPatroni(surroundings.patroni, place.folder);
  const tools = { patroni, postgres: surroundings.postgres, user: place.user };
  const network = isolated ? await openNamespaces(place) : openLoopback(place);
  const scene = await Scene.open({
    ...{ place, network, tree, build, say, tools },
    synchronous: !options.async,
    patientEtcd: options.short,
  });
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refusal('interrupted')), { once: true });
  });
  try {
    const outcome = await Promise.race([interrupted, run()]);
    print(outcome, options, network.kind, Math.round((performance.now() - startedAt) / 1_000));
    return outcome.faults.length === 0 ? 0 : 1;
  } finally {
    try {
      await scene.close();
    } finally {
      await network.close();
    }
  }

  async function run(): Promise<Outcome> {
    await scene.start();
    // The short form also runs on machines that are slow or busy.
    return runDrill(scene, network, { kinds, judgesPauses: !options.short && !options.async }, say);
  }
}

/** Prints the faults, and the result as the last line. */
function print(outcome: Outcome, { short, async: isAsync }: Options, network: string, seconds: number): void {
  const { books, faults, ...figures } = outcome;
  for (const fault of faults) console.log(`fault: ${fault}`);
  const counts = Object.entries<number | readonly string[]>({ ...books }).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : value.length,
  ]);
  const form = short ? 'short' : isAsync ? 'async' : 'long';
  const result = {
    drill: 'ha',
    form,
    network,
    seconds,
    faults: faults.length,
    ...figures,
    books: Object.fromEntries(counts),
  };
  console.log(JSON.stringify(result));
}
