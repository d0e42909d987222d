import { Stack, startOwnStack, type StackOptions } from './stack.js';

/** The shared stacks of this process by their number of workers; `inUse` has those that a test file uses now. */
const running = new Map<number, Promise<SharedStack>>();
const inUse = new Set<number>();

/**
 * Starts a stack. Test files that ask for one API, at most one worker and no other options share a stack, one after the
 * other in the same process. Each uses its own accounts, and e-mail addresses of its own for people of the console.
 */
export function startStack(options: StackOptions = {}): Promise<Stack> {
  const { api = 1, worker = 1, ...others } = options;
  const isShareable = api === 1 && worker <= 1 && Object.keys(others).length === 0;
  return isShareable && !inUse.has(worker) ? borrowStack(worker) : startOwnStack(options, Stack);
}

async function borrowStack(worker: number): Promise<Stack> {
  inUse.add(worker);
  if (running.size === 0) endWithVitest();
  const starting = running.get(worker) ?? startOwnStack({ worker }, SharedStack);
  running.set(worker, starting);
  try {
    const stack = await starting;
    stack.workersAtFirst = worker;
    return stack;
  } catch (error) {
    forget(worker);
    throw error;
  }
}

function forget(worker: number): void {
  running.delete(worker);
  inUse.delete(worker);
}

/** Vitest ends this process by SIGTERM, which by default skips the exit handlers that stop API and worker. */
function endWithVitest(): void {
  process.once('SIGTERM', () => process.exit());
}

/** Reused by later test files until one of them damages it. */
class SharedStack extends Stack {
  workersAtFirst = 0;

  override async close(): Promise<void> {
    const problems = await this.problems();
    if (problems.length === 0 && this.isWhole()) {
      this.forgetFile();
      inUse.delete(this.workersAtFirst);
      return;
    }
    forget(this.workersAtFirst);
    await super.close();
  }

  private isWhole(): boolean {
    const isComplete = this.api.length === 1 && this.workers.length === this.workersAtFirst;
    return isComplete && [...this.api, ...this.workers].every(({ exit }) => exit === undefined);
  }

  private forgetFile(): void {
    this.accounts.length = 0;
    const ended = this.everyProcess.filter(({ exit }) => exit !== undefined);
    for (const handle of ended) this.everyProcess.splice(this.everyProcess.indexOf(handle), 1);
    for (const { lines } of this.everyProcess) lines.length = 0;
  }
}
