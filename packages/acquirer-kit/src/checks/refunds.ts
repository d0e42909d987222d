import type { Check } from '../check.js';
import { atOnce, requireOneApprovedAtMost } from '../parallel.js';

/** Refunds of money that was taken. */
export const REFUND_CHECKS: readonly Check[] = [
  {
    name: 'refunds a part once, however often it is requested, and never more than was taken',
    run: async (run) => {
      const { reference: authorization } = await run.expect('approved', 'authorizations', run.authorization());
      const part = run.settings.amount - 400;
      const refund = await run.expect('approved', 'refunds', { authorization, amount: run.money(part) });
      for (let n = 0; n < 3; n += 1) await run.repeat(refund);
      await run.expect('declined', 'refunds', { authorization, amount: run.money(401) });
      await run.expect('approved', 'refunds', { authorization, amount: run.money(400) });
      await run.expect('declined', 'refunds', { authorization, amount: run.money(1) });
    },
  },
  {
    name: 'refunds money once under one reference, even if it arrives several times at once',
    run: async (run) => {
      const { reference: authorization } = await run.expect('approved', 'authorizations', run.authorization());
      const reference = run.newReference();
      await atOnce(() => run.operate('refunds', { authorization, amount: run.money(100) }, reference));
      // Had it been refunded twice, less would be left.
      await run.expect('approved', 'refunds', { authorization, amount: run.money(run.settings.amount - 100) });
      await run.expect('declined', 'refunds', { authorization, amount: run.money(1) });
    },
  },
  {
    name: 'never refunds more than was taken, even by several refunds at once',
    run: async (run) => {
      const { reference: authorization } = await run.expect('approved', 'authorizations', run.authorization());
      requireOneApprovedAtMost(await atOnce(() => run.operate('refunds', { authorization, amount: run.money() })));
    },
  },
  {
    name: 'answers 409 to the reference of a refund with another amount',
    run: async (run) => {
      const { reference: authorization } = await run.expect('approved', 'authorizations', run.authorization());
      const refund = await run.expect('approved', 'refunds', { authorization, amount: run.money(100) });
      const other = { authorization, amount: run.money(101) };
      run.expectRefusal(await run.send('refunds', other, refund.reference), 409);
      await run.repeat(refund);
    },
  },
  {
    name: 'does not refund held money that was not captured',
    run: async (run) => {
      const body = run.authorization({ captureMethod: 'manual' });
      const { reference: authorization } = await run.expect('approved', 'authorizations', body);
      await run.expect('declined', 'refunds', { authorization, amount: run.money(100) });
      await run.expect('approved', 'voids', { authorization });
    },
  },
];
