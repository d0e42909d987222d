import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programsOf, stepsOf, Transcript } from './transcript.js';

/** A command that runs until the tour ends. */
interface Background {
  readonly child: ChildProcess;
  output: string;
}

const DEADLINE = { timeoutMs: 40_000 };
const tour = await readFile('docs/tour.md', 'utf8');
const transcript = new Transcript();
const terminals = new Map<string, Background>();
/** Assignments and functions for later commands. */
const prelude: string[] = [];
/** Values in the document with their values in this run. */
const places: [shown: string, here: string][] = [];
let folder: string;
let apiPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-tour-'));
  // When run as root, Postgres runs as an unprivileged user, who needs access.
  await chmod(folder, 0o711);
  const [api, receiver] = [await freePort(), await freePort()];
  apiPort = api;
  places.push(['127.0.0.1:3000', `127.0.0.1:${api}`], ['4000', String(receiver)]);
  places.push(['./.data', join(folder, 'data')], ['/tmp/event.json', join(folder, 'event.json')]);
});

afterAll(async () => {
  for (const { child } of [...terminals.values()].reverse()) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    const closed = once(child, 'close');
    process.kill(-child.pid, 'SIGTERM');
    await closed;
  }
  await rm(folder, { recursive: true, force: true });
});

describe('docs/tour.md', () => {
  it.each(stepsOf(tour).map((step) => [titleOf(step.command ?? `output of ${step.terminal}`), step] as const))(
    '%s',
    async (_, { terminal, command, output }) => {
      const shown = here(output);
      if (terminal !== '') {
        if (command !== null) terminals.set(terminal, start(here(command)));
        return eventually(() => expectShown(shown, terminals.get(terminal)?.output ?? '', { part: true }), DEADLINE);
      }
      if (command === null) throw new Error('output without a terminal');
      if (/^\w+(=|\(\))/.test(command)) return void prelude.push(here(command));
      // A command that only reads is repeated until asynchronous work has finished.
      const reads = /^api \S+$/.test(command);
      await eventually(async () => expectShown(shown, await run(here(command))), reads ? DEADLINE : { timeoutMs: 0 });
    },
    60_000,
  );

  it('runs the JavaScript program', async () => {
    const program = programsOf(tour).join('\n');
    const shown = [...program.matchAll(/\/\/ (.+)$/gm)].map(([, line]) => line).join('\n');
    expect(shown).not.toBe('');
    expectShown(shown, await run(`export API KEY\nnode --input-type=module <<'PROGRAM'\n${program}\nPROGRAM`));
  });
});

function titleOf(command: string): string {
  const [line = ''] = command.split('\n');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

/** Replaces places first: an id that is filled in may contain the digits of a port. */
function here(text: string): string {
  return transcript.filledIn(places.reduce((result, [shown, actual]) => result.replaceAll(shown, actual), text));
}

function expectShown(shown: string, output: string, options?: { part: boolean }): void {
  if (transcript.matches(shown, output, options)) return;
  expect(output).toBe(shown);
}

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(DATABASE_URL|REDIS_URL|npm_.*)$/.test(name));
  return {
    ...Object.fromEntries(inherited),
    DATA_DIR: join(folder, 'data'),
    PORT: String(apiPort),
    TZ: 'UTC',
  };
}

function start(command: string): Background {
  const child = spawn('bash', ['-c', command], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own process group, so that bash's child processes end with it.
    detached: true,
  });
  const terminal: Background = { child, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (terminal.output += text));
  }
  return terminal;
}

async function run(command: string): Promise<string> {
  const started = start([...prelude, command].join('\n'));
  await once(started.child, 'close');
  return started.output;
}
