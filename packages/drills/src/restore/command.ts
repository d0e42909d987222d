import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnRedis } from '@svc/testing';
import pg from 'pg';
import { Service } from '../cluster/service.js';
import { Refusal, serverUser } from '../cluster/tools.js';
import { openLoopback } from '../machines/loopback.js';
import { ArchivedPostgres } from './archived-postgres.js';
import { runRestoreDrill, type RestoreOutcome } from './restore-drill.js';

const USAGE = `Usage: npm run drill:restore [-- --payments <count>]
  --payments  payments before the backup, after it, and after the moment of the restore (20)`;
const [OWNER, SERVICE] = ['svc_owner', 'svc_service'];

interface RestoreSurroundings {
  /** The source tree with the built programs and deploy/. */
  readonly tree: string;
  /** The folder of the built programs in `dist`. */
  readonly build: string;
  /** The folder with the programs of Postgres. */
  readonly postgres: string;
  readonly signal: AbortSignal;
}

/** Runs the drill of the command line. Its result is the last line. Returns the exit code. */
export async function restoreMain(args: readonly string[], surroundings: RestoreSurroundings): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-restore-'));
  try {
    const payments = readPayments(args);
    const user = await serverUser();
    // Postgres runs as another user.
    await chmod(folder, 0o755);
    return await inPlace({ folder, user }, payments, surroundings);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

function readPayments(args: readonly string[]): number {
  try {
    const { values } = parseArgs({ args: [...args], options: { payments: { type: 'string', default: '20' } } });
    const payments = Number(values.payments);
    if (!Number.isInteger(payments) || payments < 1) throw new Error('--payments must be a positive integer');
    return payments;
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`);
  }
}

async function inPlace(
  place: { readonly folder: string; readonly user: string | undefined },
  payments: number,
  { tree, build, postgres: programs, signal }: RestoreSurroundings,
): Promise<number> {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1_000);
  const say = (line: string): void => console.log(`${String(seconds()).padStart(4)} s  ${line}`);
  const network = openLoopback(place);
  const redis = await startOwnRedis();
  const [machine, app] = [await network.machine('postgres', 11), await network.machine('app', 21)];
  const deployFolder = join(tree, 'deploy');
  const postgres = new ArchivedPostgres({ place, machine, postgres: programs, deployFolder });
  const passwords = { owner: randomBytes(12).toString('hex'), service: randomBytes(12).toString('hex') };
  const ownerUrl = postgres.url(OWNER, passwords.owner, 'svc');
  const service = new Service({
    ...{ tree, build, proxy: app.address, ownerUrl, serviceRole: SERVICE, receiverNetwork: network.clients },
    serviceUrl: postgres.url(SERVICE, passwords.service, 'svc'),
  });
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  pool.on('error', () => {});
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refusal('interrupted')), { once: true });
  });

  async function open(): Promise<string> {
    const env = { REDIS_URL: redis.url };
    await service.startApi(app, env);
    await service.startWorker(app, env);
    return `http://${app.address}:3000`;
  }

  async function work(): Promise<RestoreOutcome> {
    say('starting a Postgres that archives its log');
    await postgres.create();
    await postgres.asSuperuser('postgres', [
      `CREATE ROLE ${OWNER} LOGIN PASSWORD '${passwords.owner}'`,
      `CREATE ROLE ${SERVICE} LOGIN PASSWORD '${passwords.service}'`,
      `CREATE DATABASE svc OWNER ${OWNER} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
    ]);
    await service.migrate();
    const query = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;
    return runRestoreDrill({ postgres, service, open, query, payments, say });
  }

  try {
    const { faults, ...figures } = await Promise.race([interrupted, work()]);
    for (const fault of faults) console.log(`fault: ${fault}`);
    console.log(JSON.stringify({ drill: 'restore', seconds: seconds(), faults: faults.length, ...figures }));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
    await pool.end().catch(() => {});
    await network.close();
    await redis.stop();
  }
}
