import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, eventually, startReceiver, startStack, type Receiver, type Stack } from '@svc/testing';
import { Accounts, type Balance } from './accounts.js';
import { broken, type Fault, type Measured, type Scene } from './fault.js';
import { Load } from './load.js';

const PATHS = ['/first', '/second'];
const EVENTS = ['payment.pending', 'payment.completed'];
const SECRET = 'the secret of the drill';
const BEFORE_MS = 600;
const AFTER_MS = 1_000;
/** A lease and a sweep, with a margin for a machine under load. */
const SETTLED_WITHIN_MS = 90_000;
const SETTINGS = {
  WEBHOOK_TIMEOUT: '2s',
  WEBHOOK_RETRY_DELAYS: '500ms,1s,2s',
  DELIVERY_LEASE: '12s',
  PAYMENT_LEASE: '5s',
  PROCESSOR_TIMEOUT: '1s',
};

/** A row of the table. */
export interface Result extends Measured {
  readonly fault: string;
  /** What must not happen, in addition to lost events. */
  readonly wrong: readonly string[];
  /** Payments acknowledged per second during the whole drill. */
  readonly perSecond: number;
}

/** A service under load for faults, one after the other, and the results of all of them. */
export class Drill implements Scene {
  readonly results: Result[] = [];
  private readonly accounts: Accounts;
  private told: Balance = {
    acknowledged: 0,
    delivered: 0,
    duplicates: 0,
    requests: 0,
    failed: 0,
    lost: [],
    wrong: [],
  };

  private constructor(
    readonly stack: Stack,
    readonly receiver: Receiver,
    private readonly key: string,
  ) {
    this.accounts = new Accounts(stack, receiver, PATHS, SECRET);
  }

  static async start(): Promise<Drill> {
    const receiver = await startReceiver();
    const stack = await startStack({ api: 2, worker: 2, ownServers: true, env: SETTINGS });
    const { testKey } = await stack.createAccount('enterprise');
    const client = createClient(stack.apiUrl, testKey);
    for (const path of PATHS) {
      await client.post('/v1/webhooks', { url: receiver.url + path, events: EVENTS, secret: SECRET });
    }
    return new Drill(stack, receiver, testKey);
  }

  /** Puts the service under load, runs the fault, and waits until every acknowledged payment is accounted for. */
  async run(fault: Fault): Promise<Result> {
    if (fault.mustNotRepeat === true) {
      await this.accounts.idle();
      this.told = await this.accounts.balance();
    }
    const before = await this.accounts.attempts();
    const startedAt = performance.now();
    const load = new Load(this.stack, this.key, () => ({
      amount: { value: 1_000, currency: 'USD' },
      metadata: { sandbox: 'delay:0' },
    }));
    load.start();
    let recovered: Promise<number>;
    let struckAt = startedAt;
    let overAt = startedAt;
    try {
      await sleep(BEFORE_MS);
      struckAt = performance.now();
      await fault.strike(this);
      overAt = performance.now();
      recovered = this.recovery(load, overAt);
      await sleep(AFTER_MS);
    } finally {
      await this.restore();
      await load.stop();
      this.accounts.expect(load.acknowledged);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const [all, recoverySeconds] = await Promise.all([this.settle(fault), recovered]);
    const struck = load.acknowledged.filter(({ at }) => at >= struckAt && at <= overAt);
    const after = await this.accounts.attempts();
    const measured = {
      ...since(all, this.told),
      attempts: after.attempts - before.attempts,
      acknowledgedAttempts: after.acknowledged - before.acknowledged,
      answers: load.answers,
      delaySeconds: inSeconds(this.accounts.longestDelayMs(struck)),
      recoverySeconds,
    };
    const unacknowledged = load.unacknowledged.map((key) => `${key} was not acknowledged in time`);
    const result = {
      fault: fault.name,
      ...measured,
      perSecond: Math.round(load.acknowledged.length / seconds),
      wrong: [...all.wrong, ...unacknowledged, ...broken(fault, measured)],
    };
    this.told = all;
    this.results.push(result);
    return result;
  }

  async close(): Promise<void> {
    await this.stack.close();
    await this.receiver.close();
  }

  /** Waits until no expected event is missing; those still missing at the timeout are lost. */
  private async settle(fault: Fault): Promise<Balance> {
    const whole = async (): Promise<void> => {
      const { lost, duplicates } = await this.accounts.balance();
      if (lost.length > 0) throw new Error('not all events have arrived yet');
      if (fault.mustRepeat === true && duplicates === this.told.duplicates) throw new Error('none has arrived twice');
    };
    await eventually(whole, { timeoutMs: SETTLED_WITHIN_MS, intervalMs: 250 }).catch(() => {});
    if (fault.mustNotRepeat === true) await this.accounts.idle();
    return this.accounts.balance();
  }

  private async recovery(load: Load, overAt: number): Promise<number> {
    const arrived = (): number => {
      const later = load.acknowledged.filter(({ at }) => at > overAt).map(({ paymentId }) => paymentId);
      if (!this.accounts.hasCompleted(later)) throw new Error('no payment created after the fault is completed');
      return inSeconds(performance.now() - overAt);
    };
    return eventually(arrived, { timeoutMs: SETTLED_WITHIN_MS, intervalMs: 50 });
  }

  /** Mends both links and runs two of each process again. */
  private async restore(): Promise<void> {
    const { api, workers, servers } = this.stack;
    servers.postgres.link.mend();
    servers.redis.link.mend();
    while (api.length < 2) await this.stack.startApi();
    while (workers.length < 2) await this.stack.startWorker();
  }
}

function since(all: Balance, before: Balance): Omit<Balance, 'wrong'> {
  return {
    acknowledged: all.acknowledged - before.acknowledged,
    delivered: all.delivered - before.delivered,
    duplicates: all.duplicates - before.duplicates,
    requests: all.requests - before.requests,
    failed: all.failed - before.failed,
    lost: all.lost,
  };
}

function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** The results as a table. */
export function table(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.fault,
    `${result.perSecond}/s`,
    `${result.acknowledged}`,
    `${result.delivered}`,
    `${result.duplicates}`,
    `${result.failed}`,
    `${result.lost.length}`,
    `${result.delaySeconds} s`,
    `${result.recoverySeconds} s`,
  ]);
  const head = ['fault', 'load', 'acknowledged', 'delivered', 'duplicates', 'failed', 'lost', 'delay', 'recovery'];
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}
