import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Leftovers } from './leftovers.js';

/**
 * Waits on its standard input, a pipe that the owner holds. A line means that the owner has stopped the server itself;
 * the end of the pipe means that the owner died, however it died. A shell, because it is everywhere and stays small.
 */
const script = `
trap '' INT TERM HUP
server=$1 signal=$2; shift 2
if read -r _; then exit 0; fi
alive() {
  kill -0 "$server" || return 1
  # Some first processes of containers never collect the dead.
  [ ! -r "/proc/$server/stat" ] || ! grep -q ') Z ' "/proc/$server/stat"
}
kill -s "$signal" "$server"
tries=0
while alive && [ "$tries" -lt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$server"
for path; do
  # A folder with a slash at its end is shared: it goes when it is empty.
  case $path in */) rmdir "$path" ;; *) rm -rf "$path" ;; esac
done
`;

/** Ends a server when the process that started it is gone, and removes what it leaves. */
export class Guardian {
  private constructor(private readonly shell: ChildProcess) {}

  static async watch(serverPid: number, signal: 'INT' | 'TERM', remove: Leftovers | undefined): Promise<Guardian> {
    const paths = remove === undefined ? [] : [...remove.own, ...remove.shared.map((folder) => `${folder}/`)];
    const shell = spawn('/bin/sh', ['-c', script, 'svc-guardian', String(serverPid), signal, ...paths], {
      cwd: '/',
      // A session of its own, so that Ctrl-C and a closed terminal do not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await once(shell, 'spawn');
    shell.stdin?.on('error', () => undefined);
    return new Guardian(shell);
  }

  get pid(): number | undefined {
    return this.shell.pid;
  }

  async dismiss(): Promise<void> {
    if (this.shell.exitCode !== null || this.shell.signalCode !== null) return;
    const exit = once(this.shell, 'exit');
    this.shell.stdin?.end('stopped\n');
    await exit;
  }
}
