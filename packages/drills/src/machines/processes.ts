import { readdir, readFile, readlink } from 'node:fs/promises';

/** The processes whose network namespace is this one. */
export async function processesIn(namespace: string): Promise<number[]> {
  const found = await Promise.all(
    (await processIds()).map(async (pid) => ({
      pid,
      namespace: await readlink(`/proc/${pid}/ns/net`).catch(() => undefined),
    })),
  );
  return found.filter((each) => each.namespace === namespace).map(({ pid }) => pid);
}

/** These processes, and all that they have started. */
export async function withDescendants(roots: readonly number[]): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const pid of await processIds()) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name is in parentheses, and may contain anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent > 0) parents.set(pid, parent);
  }
  const found = new Set(roots);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Sends SIGKILL to each of them that still exists. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

async function processIds(): Promise<number[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
}
