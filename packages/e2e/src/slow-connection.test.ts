import { Svc } from '@svc/sdk';
import { eventually, startAcquirer, startStack, type ReferenceAcquirer, type Stack } from '@svc/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const amount = { value: 5_000, currency: 'EUR' };
/** More than the window of an environment has room for. */
const STUCK = 700;
const OTHERS = 30;

let silent: ReferenceAcquirer;
let other: ReferenceAcquirer;
let stack: Stack;
let svc: Svc;

beforeAll(async () => {
  [silent, other] = await Promise.all([startAcquirer({ timeoutMs: 60_000 }), startAcquirer()]);
  stack = await startStack({ env: { PROCESSOR_TIMEOUT: '60s', PAYMENT_LEASE: '125s' } });
  const { liveKey } = await stack.createAccount('enterprise');
  await stack.query('UPDATE accounts SET rate_limit = 10000000');
  svc = new Svc(liveKey, { baseUrl: stack.apiUrl });
  await silent.fault({ rates: { lost_request: 1 } });
}, 120_000);

afterAll(async () => {
  // A worker that stops waits for its calls.
  await silent?.close();
  await stack?.close();
  await other?.close();
});

async function connect(acquirer: ReferenceAcquirer, priority: number): Promise<string> {
  const { credentials } = acquirer;
  const { id, callbackUrl } = await svc.processors.create({ kind: 'http', name: 'Example', priority, credentials });
  await acquirer.callBackTo(callbackUrl);
  return id;
}

async function create(count: number, processorId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 50) {
    const some = Array.from({ length: Math.min(50, left) }, () => svc.payments.create({ amount, processorId }));
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  return ids;
}

it('payments and refunds of an account settle while another of its connections answers nothing', async () => {
  const [stuckId, otherId] = [await connect(silent, 1), await connect(other, 2)];
  await create(STUCK, stuckId);
  const ids = await create(OTHERS, otherId);
  const statuses = async (): Promise<unknown> => {
    const listed = await Promise.all(ids.map((id) => svc.payments.retrieve(id)));
    return new Set(listed.map(({ status }) => status));
  };
  await eventually(async () => expect(await statuses()).toEqual(new Set(['completed'])), { timeoutMs: 20_000 });
  const [paymentId = ''] = ids;
  const { id: refundId } = await svc.refunds.create({ paymentId });
  await eventually(async () => expect(await svc.refunds.retrieve(refundId)).toMatchObject({ status: 'completed' }));
  const stuck = await stack.query(
    `SELECT status, count(*)::int FROM payments WHERE processor LIKE '%:' || $1 GROUP BY status`,
    [stuckId.slice('proc_'.length)],
  );
  expect(stuck).toEqual([{ status: 'pending', count: STUCK }]);
  // Each call that it has not answered is one of a payment of its own.
  const { heard } = await silent.state();
  expect(heard.filter(({ path }) => path === '/authorizations')).toHaveLength(32);
}, 90_000);
