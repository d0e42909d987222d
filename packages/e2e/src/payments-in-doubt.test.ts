import { Svc, type Payment } from '@svc/sdk';
import {
  createClient,
  ENDINGS,
  eventually,
  forThisFile,
  reconcile,
  startAcquirer,
  startReceiver,
  startStack,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { reached } from './reached.js';

const currency = 'EUR';

let svc: Svc;
let liveKey: string;

const [receiver, acquirer] = await Promise.all([
  forThisFile(startReceiver()),
  forThisFile(startAcquirer({ timeoutMs: 2_000 })),
]);
const stack = await forThisFile(startStack({ env: acquirer.env }));

beforeAll(async () => {
  await acquirer.callBack(stack.apiUrl);
  ({ liveKey } = await stack.createAccount('enterprise'));
  svc = new Svc(liveKey, { baseUrl: stack.apiUrl });
  await svc.webhooks.create({ url: `${receiver.url}/hooks`, events: ['payment.failed'] });
  ids.kept = await Promise.all([1_700, 2_700].map(hold));
  ids.captured = await hold(9_400);
  ids.uncaptured = await hold(9_500);
  await acquirer.fault({ rates: { error_after: 1 }, callbackRates: { missing: 1 } });
  ids.held = await create(9_100, manual);
  ids.unwanted = await create(9_200, manual);
  ids.taken = await create(9_300);
  await svc.payments.capture(ids.captured);
  await doubt(ids.held, ids.unwanted, ids.taken, ids.captured);
  await acquirer.fault({ rates: { error_before: 1 } });
  ids.lost = await create(9_600);
  ids.wrong = await create(9_700);
  await Promise.all(ids.kept.map((id) => svc.payments.cancel(id)));
  await svc.payments.capture(ids.uncaptured);
  await doubt(ids.lost, ids.wrong, ...ids.kept, ids.uncaptured);
  await acquirer.fault({});
}, 120_000);

const manual = { captureMethod: 'manual' } as const;
const ids = { held: '', unwanted: '', taken: '', captured: '', uncaptured: '', lost: '', kept: ['', ''], wrong: '' };

async function create(amount: number, more: { captureMethod?: 'manual' } = {}): Promise<string> {
  return (await svc.payments.create({ amount: { value: amount, currency }, ...more })).id;
}

async function hold(amount: number): Promise<string> {
  const id = await create(amount, manual);
  await reached(svc, id, { stage: 'authorized' });
  return id;
}

const rowsOf = (payments: string[]): string[][] => [payments.map((id) => id.slice('pay_'.length))];

/** Starts operations whose responses are all lost, and lets a day pass. */
async function doubt(...payments: string[]): Promise<void> {
  const rows = rowsOf(payments);
  const unclear = `UPDATE payment_attempts SET unclear_since = now() - interval '1 day'
                    WHERE payment_id = ANY ($1) AND unclear_since IS NOT NULL AND state = 'open' RETURNING id`;
  await eventually(async () => expect(await stack.query(unclear, rows)).toHaveLength(payments.length));
  await stack.query(`UPDATE payments SET due_at = now() - interval '1 minute' WHERE id = ANY ($1)`, rows);
  await Promise.all(payments.map((id) => reached(svc, id, { stage: 'requires_attention' })));
}

async function attemptsOf(id: string): Promise<string[]> {
  const { data } = await svc.payments.timeline(id);
  return data.flatMap((entry) => (entry.type === 'timeline.attempt' ? [`${entry.operation} ${entry.outcome}`] : []));
}

/** Rejects it and waits for the state. */
async function reject(id: string, state: Partial<Payment>): Promise<void> {
  expect(await svc.payments.reject(id)).toMatchObject({ status: 'pending', stage: 'processing' });
  await reached(svc, id, state);
}

const rejected = { status: 'failed', failure: { code: 'rejected', message: 'The payment was rejected.' } } as const;
const nothing = { held: 0, taken: 0 };

/** Cancels the first and captures the second. Returns the attempts of the first. */
async function releaseAndCapture([released = '', captured = '']: string[]): Promise<string[]> {
  await Promise.all([svc.payments.cancel(released), svc.payments.capture(captured)]);
  await reached(svc, captured, { status: 'completed' });
  expect(await reached(svc, released, { status: 'failed' })).toMatchObject({ failure: { code: 'cancelled' } });
  expect(await acquirer.accountOf(released)).toMatchObject(nothing);
  return attemptsOf(released);
}

describe('a payment with an unknown outcome, after a manual decision', () => {
  it('is authorized on approval with manual capture, and nothing is captured yet', async () => {
    expect(await svc.payments.approve(ids.held)).toMatchObject({ status: 'pending', stage: 'authorized' });
    expect(await acquirer.accountOf(ids.held)).toMatchObject({ held: 9_100, taken: 0 });
    // The acquirer is asked again after an hour, and confirms the authorization.
    const hourGoneBy = `UPDATE payments SET due_at = due_at - interval '1 hour' WHERE id = ANY ($1) AND stage = 'authorized'`;
    await stack.query(hourGoneBy, rowsOf([ids.held]));
    await eventually(async () => expect(await attemptsOf(ids.held)).toEqual(['authorize approved']));
    expect(await svc.payments.retrieve(ids.held)).toMatchObject({ stage: 'authorized', version: 3 });
    await svc.payments.capture(ids.held);
    await reached(svc, ids.held, { status: 'completed' });
    expect(await acquirer.accountOf(ids.held)).toMatchObject({ held: 0, taken: 9_100 });
  });

  it('is voided on rejection, and operations that never arrived are not sent again', async () => {
    for (const id of [ids.unwanted, ids.uncaptured]) {
      await reject(id, rejected);
      expect(await acquirer.accountOf(id)).toMatchObject({ ...nothing, status: 'declined' });
    }
    expect(await attemptsOf(ids.unwanted)).toEqual(['authorize declined', 'void approved']);
    expect(await attemptsOf(ids.uncaptured)).toEqual(['authorize approved', 'capture declined', 'void approved']);
    await receiver.waitFor(({ parsed }) => (parsed as { data: { id: string } }).data.id === ids.unwanted);
  });

  it('completes despite a rejection when the money was captured, at once or by a capture', async () => {
    await Promise.all([ids.taken, ids.captured].map((id) => reject(id, { status: 'completed' })));
    expect(await acquirer.accountOf(ids.captured)).toMatchObject({ taken: 9_400 });
    expect(await attemptsOf(ids.taken)).toEqual(['authorize approved', 'void declined']);
    expect(await attemptsOf(ids.captured)).toEqual(['authorize approved', 'capture approved', 'void declined']);
  });

  it('is not sent after a rejection if it never arrived: the manual decision is final', async () => {
    await reject(ids.lost, { stage: 'requires_attention', nextAction: null });
    expect(await attemptsOf(ids.lost)).toEqual(['authorize pending', 'void declined']);
    expect(await svc.payments.reject(ids.lost)).toMatchObject(rejected);
    const { accounts } = await acquirer.state();
    expect(accounts.filter(({ payment }) => payment === ids.lost)).toEqual([]);
  });

  it('with a void that got no response can be captured, or voided again under the same reference', async () => {
    for (const id of ids.kept) expect(await svc.payments.approve(id)).toMatchObject({ stage: 'authorized' });
    // It takes another day until the outcome of the void counts as unknown again.
    const unclear = `SELECT id FROM payment_attempts WHERE payment_id = ANY ($1) AND unclear_since IS NOT NULL`;
    expect(await stack.query(unclear, rowsOf(ids.kept))).toEqual([]);
    expect(await releaseAndCapture(ids.kept)).toEqual(['authorize approved', 'void approved']);
  });

  it('with a declined void can be voided again or captured, since its expiry is removed', async () => {
    const held = await Promise.all([1, 2].map((n) => hold(n * 1_000 + ENDINGS.voidDeclined)));
    await stack.query(`UPDATE payments SET expires_at = now() WHERE id = ANY ($1)`, rowsOf(held));
    for (const id of held) {
      await reached(svc, id, { stage: 'requires_attention', nextAction: null });
      expect(await svc.payments.approve(id)).toMatchObject({ stage: 'authorized', expiresAt: null });
    }
    expect(await releaseAndCapture(held)).toEqual(['authorize approved', 'void declined', 'void approved']);
  });

  it('causes no difference if the decision was right; a wrong decision causes exactly one', async () => {
    expect(await svc.payments.approve(ids.wrong)).toMatchObject({ status: 'completed' });
    expect((await reconcile(createClient(stack.apiUrl, liveKey))).rows).toEqual([
      expect.objectContaining({ against: 'acquirer', kind: 'missing', paymentId: ids.wrong, operation: 'authorize' }),
    ]);
  });
});
