import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Answers } from './answers.js';

const EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;
const CHECKED_MS = 60_000;

/**
 * Watches an API process whose DATABASE_URL is the address of one Postgres, without a proxy: when that becomes a standby,
 * the process must not say that it is ready, and no write may be acknowledged.
 */
export class Witness {
  checksOnStandby = 0;
  /** How often it was ready while its Postgres was a standby. */
  readyOnStandby = 0;
  readonly acknowledged = new Map<string, string>();
  private goesOn = true;
  private running: Promise<void> | undefined;

  constructor(
    private readonly apiUrl: string,
    private readonly databaseUrl: string,
    private readonly answers: Answers,
  ) {}

  start(): void {
    this.running = this.watch();
  }

  async stop(): Promise<void> {
    this.goesOn = false;
    await this.running;
  }

  /** Waits until it has asked once while its Postgres was a standby, or for a minute. */
  async checked(): Promise<void> {
    const until = performance.now() + CHECKED_MS;
    while (this.checksOnStandby === 0 && performance.now() < until) await sleep(100);
  }

  private async watch(): Promise<void> {
    while (this.goesOn) {
      const before = await this.standbySince();
      const ready = await this.isReady();
      const after = await this.standbySince();
      if (before !== undefined && before === after && ready !== undefined) {
        this.checksOnStandby += 1;
        if (ready) this.readyOnStandby += 1;
      }
      await this.pay();
      await sleep(EVERY_MS);
    }
  }

  /** When the Postgres was started, if it is a standby. */
  private async standbySince(): Promise<string | undefined> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ since: string | null }>(
        'SELECT CASE WHEN pg_is_in_recovery() THEN pg_postmaster_start_time()::text END AS since',
      );
      return rows[0]?.since ?? undefined;
    } catch {
      return undefined;
    } finally {
      void client.end().catch(() => {});
    }
  }

  private async isReady(): Promise<boolean | undefined> {
    return fetch(`${this.apiUrl}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status === 200;
      },
      () => undefined,
    );
  }

  private async pay(): Promise<void> {
    const reference = `witness-${randomUUID()}`;
    const body = { amount: { value: 1_000, currency: 'USD' }, reference, metadata: { sandbox: 'delay:0' } };
    const { status, body: payment } = await this.answers.send({ method: 'POST', path: '/v1/payments', body });
    if (status === 201) this.acknowledged.set(reference, String(payment['id']));
  }
}
