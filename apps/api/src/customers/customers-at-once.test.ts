import { eventually, stackWithAccount, type Answer, type Client } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account } = await stackWithAccount({ api: 2, worker: 0 });
const clients = stack.clients(account.testKey);

/** Spellings of one address: upper and lower case, accents composed and decomposed. */
const spellings = (n: number): string[] =>
  [`zo\u00eb.${n}@example.com`, `zoe\u0308.${n}@example.com`].flatMap((text) => [text, text.toUpperCase()]);

function make(client: Client | undefined, email: string, byPayment: boolean): Promise<Answer> {
  if (client === undefined) throw new Error('there is no such process');
  if (!byPayment) return client.post('/v1/customers', { email });
  return client.post('/v1/payments', { amount: { value: 1, currency: 'USD' }, customer: { email } });
}

describe('50 concurrent requests with one new e-mail address, by customer and by payment, at two processes', () => {
  it.each([1, 2, 3])(
    'create one customer and one customer.created; the others get 409 or the existing customer: round %d',
    async (n) => {
      const asked = Array.from({ length: 50 }, (_, i) => ({
        byPayment: i % 2 === n % 2,
        spelling: i % 4,
        process: (i % 3) % 2,
      }));
      const answers = await Promise.all(
        asked.map(({ byPayment, spelling, process }) =>
          make(clients[process], spellings(n)[spelling] ?? '', byPayment),
        ),
      );
      const rows = await stack.query('SELECT id FROM customers WHERE email_normalized = $1', [
        `zo\u00eb.${n}@example.com`,
      ]);
      expect(rows).toHaveLength(1);
      const id = String(rows[0]?.['id']);
      for (const [i, answer] of answers.entries()) {
        const { status, body } = answer;
        if (asked[i]?.byPayment === true) expect([status, body['customer']]).toMatchObject([201, { id: `cust_${id}` }]);
        else if (status === 409) expect([body['code'], body['existingId']]).toEqual(['duplicate_email', `cust_${id}`]);
        else expect([status, body['id']]).toEqual([201, `cust_${id}`]);
      }
      expect(
        answers.filter(({ status, body }) => status === 201 && body['customer'] === undefined).length,
      ).toBeLessThan(2);
      await eventually(async () => {
        const events = await stack.query('SELECT type FROM events WHERE object_id = $1', [id]);
        expect(events).toEqual([{ type: 'customer.created' }]);
      });
    },
  );
});
