import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const THREADS = 2;
const QUOTED_CHARACTERS = 600;

export interface PgbenchRun {
  readonly script: string;
  readonly clients: number;
  readonly seconds: number;
  /** Values of `:name` in the script. */
  readonly variables: Readonly<Record<string, string | number>>;
}

/** Runs a script with prepared statements and returns its transactions per second. */
export async function runPgbench(pgbench: string, databaseUrl: string, settings: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pgbench-'));
  try {
    const script = join(folder, 'script.sql');
    await writeFile(script, settings.script);
    const { clients, seconds } = settings;
    const variables = Object.entries(settings.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const threads = Math.min(THREADS, clients);
    const args = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`];
    const env = { ...process.env, ...connectionVariables(databaseUrl) };
    const { stdout } = await run(pgbench, [...args, ...variables, '-f', script], { env }).catch(failure);
    return readRate(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the rate from pgbench's report. Throws if a transaction failed. */
export function readRate(report: string): number {
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(report)?.[1] ?? 0);
  const rate = /^tps = ([\d.]+)/m.exec(report)?.[1];
  if (rate === undefined || failed > 0) throw new Error(`pgbench failed:\n${report}`);
  return Math.round(Number(rate));
}

function failure(error: { stderr?: string; message: string }): never {
  throw new Error(`pgbench failed: ${(error.stderr ?? error.message).slice(0, QUOTED_CHARACTERS)}`);
}

// The password is in the environment, where process lists do not show it.
function connectionVariables(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
}
