import { setTimeout as sleep } from 'node:timers/promises';
import {
  createClient,
  expectReconciled,
  FAULTS,
  reconcile,
  startAcquirer,
  startStack,
  type AcquirerState,
  type Reconciliation,
  type ReferenceAcquirer,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Storm } from './acquirer-storm.js';

/** Number of payments. For more: `ACQUIRER_BOOKS_PAYMENTS=10000 npm run test:faults -- -t 'the statements'`. */
const PAYMENTS = Number(process.env['ACQUIRER_BOOKS_PAYMENTS'] ?? 104);
const SEED = Number(process.env['ACQUIRER_BOOKS_SEED'] ?? 20_261_121);
const KILLS = Math.max(3, Math.round(PAYMENTS / 500));
const TIMEOUT_MS = 240_000 + PAYMENTS * 120;

/** A payment in this service, in the terms of the acquirer's statement. */
interface OurAccount {
  readonly payment: string;
  readonly status: 'pending' | 'completed' | 'failed';
  readonly stage: string | null;
  readonly amount: number;
  /** What a capture takes. */
  readonly captured: number;
  readonly refunded: number;
}

let acquirer: ReferenceAcquirer;
let stack: Stack;
let storm: Storm;
let ours: OurAccount[];
let theirs: AcquirerState;
/** Results of reconciliations during the storm. */
let meanwhile: Reconciliation[];

beforeAll(async () => {
  acquirer = await startAcquirer({ timeoutMs: 400 });
  stack = await startStack({ worker: 2, env: { ...acquirer.env, PAYMENT_LEASE: '6s', SWEEP_INTERVAL: '250ms' } });
  const { liveKey } = await stack.createAccount('enterprise');
  await stack.query('UPDATE accounts SET rate_limit = 10000000');
  await acquirer.callBack(stack.apiUrl);
  await acquirer.fault({
    seed: SEED,
    rates: Object.fromEntries(FAULTS.map((fault) => [fault, 0.02])),
    callbackRates: { missing: 0.2, twice: 0.2, forged: 0.1 },
  });
  storm = new Storm(stack, acquirer, liveKey, SEED);
  const startedAt = performance.now();
  let isOver = false;
  const reconciling = reconcileMeanwhile(liveKey, () => isOver);
  await storm.settle(Promise.all([storm.create(PAYMENTS), storm.shake(KILLS)])).finally(() => (isOver = true));
  meanwhile = await reconciling;
  theirs = await acquirer.state();
  ours = (await stack.query(
    `SELECT 'pay_' || p.id AS payment, p.status, p.stage, p.amount_value::int AS amount,
            coalesce(p.capture_value, p.amount_value)::int AS captured,
            coalesce((SELECT sum(r.amount_value) FROM refunds r WHERE r.payment_id = p.id AND r.status = 'completed'), 0)::int
              AS refunded
       FROM payments p`,
  )) as unknown as OurAccount[];
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const { met, callbacks } = theirs;
  const figures = {
    payments: PAYMENTS,
    seed: SEED,
    kills: storm.kills,
    seconds,
    reports: meanwhile.length,
    met,
    callbacks,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}, TIMEOUT_MS);

afterAll(async () => {
  await stack?.close();
  await acquirer?.close();
});

/** Reconciles repeatedly. A reconciliation that times out, because the API was killed, is repeated. */
async function reconcileMeanwhile(key: string, isOver: () => boolean): Promise<Reconciliation[]> {
  const found: Reconciliation[] = [];
  while (!isOver() || found.length === 0) {
    try {
      found.push(await reconcile(createClient(stack.apiUrl, key), { timeoutMs: 8_000 }));
    } catch {
      await sleep(500);
    }
  }
  return found;
}

describe('the statements after a storm of faults and kills', () => {
  it('every fault occurred, and processes were killed', () => {
    expect(storm.kills).toBe(KILLS);
    const unmet = FAULTS.filter((fault) => theirs.met[fault] === undefined);
    expect(unmet.length).toBeLessThanOrEqual(PAYMENTS >= 1_000 ? 0 : 6);
  });

  it('every requested payment exists once', async () => {
    const rows = await stack.query('SELECT reference FROM payments');
    expect(rows.map(({ reference }) => reference).sort()).toEqual(storm.references.sort());
  });

  it('each payment was authorized at most once, and no authorization lacks a payment', () => {
    const authorized = theirs.accounts.map(({ payment }) => payment);
    expect(new Set(authorized).size).toBe(authorized.length);
    expect([...authorized].sort()).toEqual(ours.map(({ payment }) => payment).sort());
  });

  it('no outcome is unknown', async () => {
    expect(ours.filter(({ status, stage }) => status === 'pending' && stage !== 'authorized')).toEqual([]);
    expect(await stack.query(`SELECT id FROM refunds WHERE status = 'pending'`)).toEqual([]);
  });

  it('outcome, captured and refunded amount of every payment agree with the acquirer', () => {
    const statement = new Map(
      theirs.accounts.map(({ payment, held, taken, refunded }) => [payment, { held, taken, refunded }]),
    );
    const differing = ours.flatMap((account) => {
      const { payment, status, amount, captured, refunded } = account;
      const expected = {
        held: status === 'pending' ? amount : 0,
        taken: status === 'completed' ? captured : 0,
        refunded,
      };
      const actual = statement.get(payment);
      return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ ...account, actual }];
    });
    expect(differing).toEqual([]);
  });

  it('the amount reserved for refunds is the refunded amount', async () => {
    const differing = await stack.query(
      `SELECT p.id FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id AND r.status <> 'failed'
        GROUP BY p.environment_id, p.id HAVING p.refunded_value <> coalesce(sum(r.amount_value), 0)`,
    );
    expect(differing).toEqual([]);
  });

  it('reconciliations during the storm reported no operation in flight as a difference', () => {
    expect(new Set(meanwhile.map(({ report }) => report['acquirerBook']))).toEqual(new Set(['compared']));
    expect(meanwhile.flatMap(({ rows }) => rows)).toEqual([]);
  });

  it("a reconciliation with the acquirer's own statement finds no difference", () => expectReconciled(stack));

  it('every planned outcome occurred', () => {
    expect(new Set(ours.map(({ status }) => status))).toEqual(new Set(['pending', 'completed', 'failed']));
    expect(ours.some(({ refunded }) => refunded > 0)).toBe(true);
  });
});
