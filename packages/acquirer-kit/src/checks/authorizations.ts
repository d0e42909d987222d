import { type Check, Unexpected } from '../check.js';
import { atOnce } from '../parallel.js';
import type { Run } from '../run.js';

/** An amount or token that the gateway declines. */
function declinedChange(run: Run): object {
  const { declinedAmount, declinedToken } = run.settings;
  return {
    ...(declinedAmount === undefined ? {} : { amount: run.money(declinedAmount) }),
    ...(declinedToken === undefined ? {} : { paymentMethodToken: declinedToken }),
  };
}

/** Authorizations: one reference has one effect, and an outcome is final. */
export const AUTHORIZATION_CHECKS: readonly Check[] = [
  {
    name: 'takes money, and repeats the outcome',
    run: async (run) => run.repeat(await run.expect('approved', 'authorizations', run.authorization())),
  },
  {
    name: 'takes money once under one reference, even if it arrives several times at once',
    run: async (run) => {
      const [reference, body] = [run.newReference(), run.authorization()];
      await atOnce(() => run.operate('authorizations', body, reference));
      await run.expect('approved', 'refunds', { authorization: reference, amount: run.money() });
      // Had the money been taken twice, there would be more to refund.
      await run.expect('declined', 'refunds', { authorization: reference, amount: run.money(1) });
    },
  },
  {
    name: 'answers 409 to a known reference with another amount, and changes nothing',
    run: async (run) => {
      const done = await run.expect('approved', 'authorizations', run.authorization());
      const other = { ...done.body, amount: run.money(run.settings.amount + 100) };
      run.expectRefusal(await run.send('authorizations', other, done.reference), 409);
      await run.repeat(done);
    },
  },
  {
    name: 'answers 409 to a known reference for another operation',
    run: async (run) => {
      const done = await run.expect('approved', 'authorizations', run.authorization({ captureMethod: 'manual' }));
      run.expectRefusal(await run.send('voids', { authorization: done.reference }, done.reference), 409);
      await run.expectState(done, 'approved');
    },
  },
  {
    name: 'declines with status 200 and a code, and repeats the outcome',
    needs: ({ settings: { declinedAmount, declinedToken } }) =>
      declinedAmount === undefined && declinedToken === undefined ? '--declined-amount or --declined-token' : undefined,
    run: async (run) => {
      await run.repeat(await run.expect('declined', 'authorizations', run.authorization(declinedChange(run))));
    },
  },
  {
    name: 'settles a pending authorization',
    needs: ({ settings }) => (settings.pendingAmount === undefined ? '--pending-amount' : undefined),
    run: async (run) => {
      const body = run.authorization({ amount: run.money(run.settings.pendingAmount) });
      const reference = run.newReference();
      const exchange = await run.send('authorizations', body, reference);
      const { status } = (exchange.came.body ?? {}) as { status?: unknown };
      if (status !== 'pending') throw new Unexpected('the status pending', exchange);
      await run.repeat(await run.operate('authorizations', body, reference));
    },
  },
  {
    name: 'asks the payer on a page of its own, until the authorization is voided',
    needs: ({ settings }) => (settings.actionAmount === undefined ? '--action-amount' : undefined),
    run: async (run) => {
      const body = run.authorization({ amount: run.money(run.settings.actionAmount) });
      const done = await run.expect('requires_action', 'authorizations', body);
      await run.repeat(done);
      await run.expect('approved', 'voids', { authorization: done.reference });
      await run.expectState(done, 'declined', 'voided');
    },
  },
  {
    name: 'takes customer, description, returnUrl and initiator, which may differ in a repetition',
    since: '1.4',
    run: async (run) => {
      const details = {
        customer: { id: 'cust_249801938345984002', email: 'ada@example.com' },
        description: 'Order 1042 – Überweisung',
        returnUrl: 'https://shop.example.com/orders/1042',
        initiator: 'customer',
      } as const;
      const done = await run.expect('approved', 'authorizations', run.authorization(details));
      await run.repeat(done);
      await run.repeat({ ...done, body: { ...done.body, description: 'Order 1043', customer: undefined } });
    },
  },
];
