import { EVERY_SCOPE, eventually, makeKey, problem, stackWithAccount, type Client } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const { client: seller } = await stackWithAccount();
const amount = { value: 1000, currency: 'USD' };
const startAt = new Date(Date.now() + 86_400_000).toISOString();
const ifAny = { headers: { 'if-match': '*' } };

type Maker = 'ada' | 'support';
interface Change {
  readonly by: Maker;
  readonly what: 'amount' | 'interval' | 'method' | 'removal of the method';
}

const CASES: readonly { readonly changes: readonly Change[]; readonly refused: readonly Maker[] }[] = [
  {
    changes: [
      { by: 'ada', what: 'amount' },
      { by: 'support', what: 'method' },
    ],
    refused: ['ada', 'support'],
  },
  {
    changes: [
      { by: 'ada', what: 'method' },
      { by: 'support', what: 'amount' },
    ],
    refused: ['ada', 'support'],
  },
  {
    changes: [
      { by: 'ada', what: 'amount' },
      { by: 'support', what: 'interval' },
    ],
    refused: ['ada', 'support'],
  },
  {
    changes: [
      { by: 'ada', what: 'method' },
      { by: 'support', what: 'removal of the method' },
    ],
    refused: ['support'],
  },
];

describe('a payment of a subscription that several have changed', () => {
  let people: Record<Maker | 'boss', Client>;
  const approvals: string[] = [];

  beforeAll(async () => {
    const rules = { approvalThresholds: [amount], approvalsBySomeoneElse: true };
    expect((await seller.send('PATCH', '/v1/security/config', rules, ifAny)).status).toBe(200);
    const key = async (): Promise<Client> => (await makeKey(seller, { scopes: EVERY_SCOPE })).client;
    people = { ada: await key(), support: await key(), boss: await key() };
    const subscriptions: string[] = [];
    for (const { changes } of CASES) subscriptions.push(await changed(people, changes));
    expect((await seller.post('/v1/test/clock/advance', { by: 'P2D' })).status).toBe(202);
    for (const id of subscriptions) {
      const payment = await eventually(async () => {
        const { body } = await seller.get(`/v1/payments?stage=awaiting_approval&subscriptionId=${id}`);
        const [waiting] = body['data'] as { id: string }[];
        return waiting?.id ?? expect.fail('no payment waits yet');
      });
      approvals.push(`/v1/payments/${payment}/approve`);
    }
  });

  it.each(CASES.map((each, index) => ({ ...each, index, name: each.changes.map(sentence).join(', ') })))(
    'cannot be approved by those who set what it charges: $name',
    async ({ index, refused }) => {
      const approval = approvals[index] ?? expect.fail('no payment');
      for (const name of refused)
        expect(problem(await people[name].post(approval))).toEqual([403, 'approval_by_maker']);
      expect((await people.boss.post(approval)).status).toBe(200);
    },
  );
});

function sentence({ by, what }: Change): string {
  return `${by} the ${what}`;
}

/** The id of a subscription of the seller that begins tomorrow, after the changes. */
async function changed(people: Record<Maker, Client>, changes: readonly Change[]): Promise<string> {
  const customer = await seller.post('/v1/customers', { email: `${crypto.randomUUID()}@example.com` });
  const customerId = String(customer.body['id']);
  const methods = `/v1/customers/${customerId}/payment-methods`;
  const method = await seller.post(methods, { type: 'wallet', processorToken: 'tok_1' });
  const paymentMethodId = String(method.body['id']);
  const terms = { customerId, amount, interval: 'month', intervalCount: 1, startAt };
  const subscription = await seller.post('/v1/subscriptions', terms);
  const id = String(subscription.body['id']);
  const patches = { amount: { amount: { ...amount, value: 900_000 } }, interval: { intervalCount: 2 } };
  for (const { by, what } of changes) {
    const answer =
      what === 'removal of the method'
        ? await people[by].send('DELETE', `${methods}/${paymentMethodId}`)
        : await people[by].send(
            'PATCH',
            `/v1/subscriptions/${id}`,
            what === 'method' ? { paymentMethodId } : patches[what],
            ifAny,
          );
    expect(answer.status).toBe(what === 'removal of the method' ? 204 : 200);
  }
  return id;
}
