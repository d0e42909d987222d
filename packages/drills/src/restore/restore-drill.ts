import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, eventually, ledgerDifferences, reconcile, startAcquirer, type Client } from '@svc/testing';
import type { Service } from '../cluster/service.js';
import type { ArchivedPostgres } from './archived-postgres.js';

const PATIENCE_MS = 60_000;
const BACKUP_CLOCK_MS = 2_000;
const AMOUNT = { value: 1_250, currency: 'EUR' };

export interface RestoreOutcome {
  /** Payments that were completed before the moment of the restore, and after it. */
  readonly before: number;
  readonly after: number;
  /** From the first command of the restore until Postgres takes writes, in seconds. */
  readonly restoreSeconds: number;
  /** From then on until the API has answered a payment. */
  readonly serviceSeconds: number;
  /** Operations of the acquirer that the restored database does not know. */
  readonly unexpected: number;
  readonly faults: readonly string[];
}

interface RestoreDrillOptions {
  readonly postgres: ArchivedPostgres;
  readonly service: Service;
  /** Starts API and worker, and returns the address of the API. */
  readonly open: () => Promise<string>;
  readonly query: (sql: string) => Promise<Record<string, unknown>[]>;
  /** Payments in each of the three stretches: before the backup, after it, and after the moment of the restore. */
  readonly payments: number;
  readonly say: (line: string) => void;
}

/** Loses the database after more was paid, restores it to a moment before, and compares it with the acquirer. */
export async function runRestoreDrill(options: RestoreDrillOptions): Promise<RestoreOutcome> {
  const { postgres, service, open, query, payments, say } = options;
  const faults: string[] = [];
  const acquirer = await startAcquirer();
  try {
    const { liveKey } = await service.createAccount();
    let client = createClient(await open(), liveKey);
    await connect(client, acquirer.credentials);
    say(`${payments} payments, a backup, ${payments} payments`);
    const kept = await pay(client, payments);
    await postgres.backUp();
    kept.push(...(await pay(client, payments)));
    // pgBackRest notes whole seconds: the moment must be after that in which the backup ended.
    await sleep(BACKUP_CLOCK_MS);
    const [clock] = await postgres.asSuperuser('postgres', ['SELECT clock_timestamp()::text AS now']);
    const moment = String(clock?.['now']);
    say(`${payments} payments after ${moment}; then the machine is lost`);
    const lost = await pay(client, payments);
    await postgres.archiveAll();
    await service.stop();
    await postgres.lose();

    say(`restoring to ${moment}`);
    const restoredAt = performance.now();
    await postgres.restore(moment);
    await postgres.start();
    const restoreSeconds = secondsSince(restoredAt);

    faults.push(...(await refusedKeys(service)));
    const openedAt = performance.now();
    client = createClient(await open(), liveKey);
    await pay(client, 1);
    const serviceSeconds = secondsSince(openedAt);
    const found = new Set(
      (await query(`SELECT 'pay_' || id AS id FROM payments WHERE status = 'completed'`)).map(({ id }) => id),
    );
    faults.push(
      ...kept.filter((id) => !found.has(id)).map((id) => `${id} was completed before ${moment}, and is missing`),
    );
    faults.push(...lost.filter((id) => found.has(id)).map((id) => `${id} was created after ${moment}, and is there`));
    faults.push(...(await ledgerDifferences(query)).map((line) => `the ledger: ${JSON.stringify(line)}`));

    say('reconciling with the acquirer');
    const { report, rows } = await reconcile(client, { timeoutMs: PATIENCE_MS });
    const unexpected = rows.filter(({ against, kind }) => against === 'acquirer' && kind === 'unexpected').length;
    if (report['acquirerBook'] !== 'compared' || unexpected !== lost.length || rows.length !== unexpected) {
      faults.push(
        `the reconciliation has ${unexpected} of ${lost.length} unexpected rows: ${JSON.stringify({ report, rows })}`,
      );
    }
    return { before: kept.length, after: lost.length, restoreSeconds, serviceSeconds, unexpected, faults };
  } finally {
    await acquirer.close();
  }
}

async function connect(client: Client, credentials: object): Promise<void> {
  const connection = { kind: 'http', name: 'Acquirer of the drill', credentials };
  const { status, text } = await client.post('/v1/processors', connection);
  if (status !== 201) throw new Error(`no connection was made: ${text}`);
}

/** Creates payments, and waits until they are completed. Returns their ids. */
async function pay(client: Client, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const reference = randomBytes(8).toString('hex');
      const { status, body, text } = await client.post('/v1/payments', { amount: AMOUNT, reference });
      if (status !== 201) throw new Error(`a payment was refused: ${text}`);
      const id = String(body['id']);
      await eventually(
        async () => {
          const { body: payment } = await client.get(`/v1/payments/${id}`);
          if (payment['status'] !== 'completed') throw new Error(`${id} is not completed`);
        },
        { timeoutMs: PATIENCE_MS, intervalMs: 100 },
      );
      return id;
    }),
  );
}

/** The doctor must name a key that is not that of the restored database. */
async function refusedKeys(service: Service): Promise<string[]> {
  const faults: string[] = [];
  for (const [setting, about] of [
    ['MASTER_KEY', 'master key'],
    ['API_KEY_PEPPER', 'pepper'],
  ] as const) {
    const said = await service.doctor({ [setting]: randomBytes(32).toString('base64') });
    if (!new RegExp(`^failed +${about} .*${setting}.* lacks? [0-9a-f]{16}`, 'm').test(said)) {
      faults.push(`the doctor does not name the ${about} that is wrong: ${said}`);
    }
  }
  return faults;
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
