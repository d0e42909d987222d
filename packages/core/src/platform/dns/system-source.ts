import { fork, type ChildProcess } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../errors/domain-error.js';
import { LOOK_UP_MS, type LookUp, type NameAnswer, type NameSource, inOrder } from './name-answer.js';
import type { SystemAnswer, SystemQuestion } from './system-lookups.js';

/** One per concurrent look-up, and some for configured names. */
const THREADS = 96;
/** getaddrinfo returns no TTL; nscd and sssd have caches of their own. */
const KEPT_MS = 5_000;
/** A thread that takes longer is considered lost, and the process is replaced. */
const HUNG_MS = 60_000;
/** Variables that getaddrinfo reads. The settings of the service contain secrets and are not passed on. */
const HEEDED = ['PATH', 'LOCALDOMAIN', 'RES_OPTIONS', 'HOSTALIASES', 'LD_LIBRARY_PATH'];

/**
 * Calls getaddrinfo in a separate process: it supports all that the system does (sssd, mDNS, WINS), and look-ups that
 * hang block its threads, not ours.
 */
export class SystemSource implements NameSource {
  private child: ChildProcess | undefined;
  private readonly asked = new Map<number, (answer: NameAnswer) => void>();
  private lastId = 0;

  constructor(private readonly script = fileURLToPath(new URL('system-lookups.js', import.meta.url))) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  known(): undefined {
    return undefined;
  }

  ask(name: string): LookUp {
    const id = ++this.lastId;
    let settle: (answer: NameAnswer) => void = () => {};
    const answer = new Promise<NameAnswer>((resolve) => {
      settle = resolve;
    });
    const over = new Promise<void>((end) => {
      const late = setTimeout(() => settle({ kind: 'timed_out' }), LOOK_UP_MS);
      const hung = setTimeout(() => this.close(), HUNG_MS).unref();
      this.asked.set(id, (given) => {
        clearTimeout(late);
        clearTimeout(hung);
        settle(given);
        end();
      });
    });
    this.send({ id, name });
    return { answer, over };
  }

  close(): void {
    this.child?.kill('SIGKILL');
  }

  private send(question: SystemQuestion): void {
    try {
      this.child ??= this.start();
      this.child.send(question, () => {});
    } catch (error) {
      this.finish(question.id, { kind: 'failed', code: reasonOf(error) });
    }
  }

  private start(): ChildProcess {
    const heeded = HEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
    const env = { ...Object.fromEntries(heeded), UV_THREADPOOL_SIZE: String(THREADS) } as NodeJS.ProcessEnv;
    const child = fork(this.script, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('message', (message: SystemAnswer) => this.finish(message.id, readAnswer(message)));
    const gone = (): void => this.lose(child);
    child.once('error', gone).once('exit', gone);
    // The child does not keep this process alive.
    child.unref();
    child.channel?.unref();
    return child;
  }

  /** Fails all open queries; the next one starts another process. */
  private lose(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const id of [...this.asked.keys()]) this.finish(id, { kind: 'failed', code: 'EAI_AGAIN' });
  }

  private finish(id: number, answer: NameAnswer): void {
    const end = this.asked.get(id);
    this.asked.delete(id);
    end?.(answer);
  }
}

function readAnswer({ addresses, code }: SystemAnswer): NameAnswer {
  if (addresses !== undefined && addresses.length > 0) return found(addresses);
  return code === undefined || code === 'ENOTFOUND' ? { kind: 'absent' } : { kind: 'failed', code };
}

function found(addresses: readonly LookupAddress[]): NameAnswer {
  return { kind: 'found', addresses: inOrder(addresses), ttlMs: KEPT_MS };
}
