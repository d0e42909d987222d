import { randomUUID } from 'node:crypto';
import { eventually, rowId, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account } = await stackWithAccount({ api: 2, worker: 2, env: { SWEEP_INTERVAL: '20ms' } });
const clients = stack.clients(account.testKey);

type Json = Record<string, unknown>;

const ROUNDS = 34;
const MAX_DELAY_MS = 40;
const amount = { value: 1000, currency: 'USD' };

const anyClient = (): Client => clients[Math.floor(Math.random() * clients.length)] ?? expect.fail('no API runs');
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));

async function read(id: string): Promise<Json> {
  return (await anyClient().get(`/v1/payments/${id}`)).body;
}

/** Creates one payment per round. */
async function payments(body: Json): Promise<string[]> {
  const create = async (): Promise<string> => {
    const answer = await anyClient().post('/v1/payments', { amount, ...body });
    expect(answer.status).toBe(201);
    return String(answer.body['id']);
  };
  return Promise.all(Array.from({ length: ROUNDS }, create));
}

/** Creates one payment per round and waits until all have reached the stage. */
async function paymentsIn(stage: string, body: Json): Promise<string[]> {
  const ids = await payments(body);
  for (const id of ids) {
    await eventually(async () => expect((await read(id))['stage']).toBe(stage), { timeoutMs: 30_000 });
  }
  return ids;
}

/** Waits until a worker has begun to send the payment. */
async function beginning(id: string): Promise<void> {
  const begun = (): Promise<unknown[]> =>
    stack.query('SELECT 1 FROM payment_attempts WHERE payment_id = $1', [rowId(id)]);
  await eventually(async () => expect(await begun()).toHaveLength(1), { timeoutMs: 30_000 });
}

/**
 * Calls an action after a random delay, at either process. Repeats it as client libraries do when a busy machine makes it
 * wait too long for the payment's lock.
 */
async function act(id: string, action: string): Promise<readonly [string, Answer]> {
  await soon();
  const headers = { 'idempotency-key': randomUUID() };
  for (let calls = 1; ; calls += 1) {
    const answer = await anyClient().post(`/v1/payments/${id}/${action}`, undefined, { headers });
    if (answer.status !== 503 || calls === 5) return [action, answer];
  }
}

async function timeIsUp(id: string): Promise<void> {
  await soon();
  await stack.query('UPDATE payments SET expires_at = now() WHERE id = $1', [rowId(id)]);
}

async function pay(url: string): Promise<void> {
  await soon();
  const { status } = await fetch(url, { method: 'POST', body: 'outcome=complete' });
  expect([200, 409]).toContain(status);
}

/** The action that succeeded; the others got 409 with the status. */
function winnerOf(acted: readonly (readonly [string, Answer])[]): string | undefined {
  for (const [, { status, body }] of acted.filter(([, answer]) => answer.status !== 200)) {
    expect(status).toBe(409);
    expect(['state_conflict', 'payment_in_flight']).toContain(body['code']);
    expect(['pending', 'completed', 'failed']).toContain(body['currentStatus']);
    expect(body).toMatchObject({ currentStage: body['currentStatus'] === 'pending' ? expect.any(String) : null });
    expect(body['allowedActions']).toBeInstanceOf(Array);
  }
  const won = acted.filter(([, { status }]) => status === 200).map(([action]) => action);
  expect(won.length).toBeLessThanOrEqual(1);
  return won[0];
}

/** Waits for the outcome and checks that its events are unique and numbered without a gap. */
async function endOf(id: string): Promise<string> {
  const payment = await eventually(
    async () => {
      const body = await read(id);
      expect(body['status']).not.toBe('pending');
      return body;
    },
    { timeoutMs: 30_000 },
  );
  const told = await stack.eventsOf(id);
  expect(told.map(({ data }) => data['version'])).toEqual(told.map((_, index) => index + 1));
  expect(told[0]?.type).toBe('payment.pending');
  expect(told.filter(({ type }) => type === 'payment.completed' || type === 'payment.failed')).toHaveLength(1);
  expect(told.at(-1)?.type).toBe(`payment.${String(payment['status'])}`);
  const attempts = await stack.query(
    `SELECT operation FROM payment_attempts WHERE payment_id = $1 AND state = 'approved'`,
    [rowId(id)],
  );
  const moved = attempts.map(({ operation }) => operation).sort();
  const failure = payment['failure'] as { code: string } | null;
  // Captured money always belongs to a completed payment.
  expect(moved.includes('void')).toBe(failure !== null && moved.length > 0);
  expect(moved.includes('void') && moved.includes('capture')).toBe(false);
  return failure?.code ?? 'completed';
}

function race(ids: readonly string[], round: (id: string, index: number) => Promise<void>): Promise<void[]> {
  return Promise.all(ids.map(round));
}

describe('the events of a new payment', () => {
  it('get its millisecond, so that those of any other process exceed them', async () => {
    const email = (n: number): string => `events-${n}@payment-races.example`;
    for (let n = 0; n < 200; n++) {
      const body = { amount, customer: { email: email(n) }, metadata: { sandbox: 'hold' } };
      expect((await anyClient().post('/v1/payments', body)).status).toBe(201);
    }
    const [counted] = await stack.query(
      `SELECT count(*)::int AS events, count(*) FILTER (WHERE id_time(e.id) <> p.updated_at)::int AS later
         FROM payments p JOIN events e ON e.environment_id = p.environment_id AND e.object_id = p.id
        WHERE p.customer_email LIKE 'events-%@payment-races.example' AND p.event_version = 2`,
    );
    expect(counted).toEqual({ events: 400, later: 0 });
  }, 60_000);
});

describe('row 28: concurrent actions on a payment at two processes', () => {
  it('awaiting approval: exactly one of approve, reject, cancel and expiry succeeds', async () => {
    const ids = await paymentsIn('awaiting_approval', { metadata: { sandbox: 'hold' } });
    // The time of an approved payment may be up before a worker sends it.
    const ends = {
      approve: ['completed', 'expired'],
      reject: ['rejected'],
      cancel: ['cancelled'],
      expiry: ['expired'],
    };
    await race(ids, async (id) => {
      const actions = ['approve', 'reject', 'cancel'].map((action) => act(id, action));
      const [acted] = await Promise.all([Promise.all(actions), timeIsUp(id)]);
      const winner = (winnerOf(acted) ?? 'expiry') as keyof typeof ends;
      expect(ends[winner]).toContain(await endOf(id));
    });
  }, 120_000);

  it('authorized: exactly one of capture, cancel and expiry succeeds', async () => {
    const body = { captureMethod: 'manual', metadata: { sandbox: 'delay:0' } };
    const ids = await paymentsIn('authorized', body);
    const ends = { capture: 'completed', cancel: 'cancelled', expiry: 'expired' };
    await race(ids, async (id) => {
      const actions = ['capture', 'cancel', 'capture', 'cancel', 'reject'].map((action) => act(id, action));
      const [acted] = await Promise.all([Promise.all(actions), timeIsUp(id)]);
      const winner = (winnerOf(acted) ?? 'expiry') as keyof typeof ends;
      expect(await endOf(id)).toBe(ends[winner]);
    });
  }, 120_000);

  it('requires action: once the customer has paid, neither cancel nor expiry reverts it', async () => {
    const ids = await paymentsIn('requires_action', { metadata: { sandbox: 'action' } });
    await race(ids, async (id, index) => {
      const { url } = (await read(id))['nextAction'] as { url: string };
      const paid = pay(url);
      const actions = ['cancel', 'cancel', 'approve'].map((action) => act(id, action));
      const [acted] = await Promise.all([Promise.all(actions), paid, index % 2 === 0 ? timeIsUp(id) : undefined]);
      const winner = winnerOf(acted);
      const [choice] = await stack.query(
        `SELECT 1 FROM sandbox_actions s JOIN payment_attempts a ON a.id = s.id WHERE a.payment_id = $1`,
        [rowId(id)],
      );
      const withoutPayment = winner === 'cancel' ? 'cancelled' : 'expired';
      expect(await endOf(id)).toBe(choice === undefined ? withoutPayment : 'completed');
    });
  }, 120_000);

  it('processing: the response of the processor decides, even against a cancellation', async () => {
    const ids = await payments({ metadata: { sandbox: 'delay:2000' } });
    await race(ids, async (id) => {
      await beginning(id);
      const acted = await Promise.all([
        act(id, 'cancel'),
        act(id, 'reject'),
        timeIsUp(id).then(() => act(id, 'cancel')),
      ]);
      expect(winnerOf(acted)).toBeUndefined();
      expect(await endOf(id)).toBe('completed');
    });
  }, 120_000);
});
