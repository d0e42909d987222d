import type { Check } from '../check.js';
import { atOnce, requireOneApprovedAtMost } from '../parallel.js';
import type { Done, Run } from '../run.js';

function hold(run: Run): Promise<Done> {
  return run.expect('approved', 'authorizations', run.authorization({ captureMethod: 'manual' }));
}

/** Captures and voids of held money. */
export const HOLD_CHECKS: readonly Check[] = [
  {
    name: 'holds money, captures it once, and repeats the outcomes',
    run: async (run) => {
      const held = await hold(run);
      await run.repeat(held);
      const request = { authorization: held.reference, amount: run.money() };
      await run.repeat(await run.expect('approved', 'captures', request));
      await run.expect('declined', 'captures', request, 'already_captured');
    },
  },
  {
    name: 'captures money once, even by several captures at once',
    run: async (run) => {
      const [{ reference: authorization }, reference] = [await hold(run), run.newReference()];
      const request = { authorization, amount: run.money() };
      await atOnce(() => run.operate('captures', request, reference));
      await run.expect('declined', 'captures', request, 'already_captured');
      const other = { ...request, authorization: (await hold(run)).reference };
      requireOneApprovedAtMost(await atOnce(() => run.operate('captures', other)));
    },
  },
  {
    name: 'declines to void captured money with already_captured',
    run: async (run) => {
      const held = await hold(run);
      await run.expect('approved', 'captures', { authorization: held.reference, amount: run.money() });
      const request = { authorization: held.reference };
      await run.repeat(await run.expect('declined', 'voids', request, 'already_captured'));
      await run.expectState(held, 'approved');
    },
  },
  {
    name: 'declines to void money that was taken at once with already_captured',
    run: async (run) => {
      const taken = await run.expect('approved', 'authorizations', run.authorization());
      await run.expect('declined', 'voids', { authorization: taken.reference }, 'already_captured');
    },
  },
  {
    name: 'answers 409 to the reference of a capture with another amount or authorization',
    run: async (run) => {
      const [held, other] = [await hold(run), await hold(run)];
      const capture = await run.expect('approved', 'captures', { authorization: held.reference, amount: run.money() });
      const changed = [{ amount: run.money(run.settings.amount - 1) }, { authorization: other.reference }];
      for (const change of changed) {
        run.expectRefusal(await run.send('captures', { ...capture.body, ...change }, capture.reference), 409);
      }
      await run.repeat(capture);
      await run.expect('approved', 'voids', { authorization: other.reference });
    },
  },
  {
    name: 'releases held money; the authorization is then declined with voided, and stays so',
    run: async (run) => {
      const held = await hold(run);
      const request = { authorization: held.reference };
      await run.repeat(await run.expect('approved', 'voids', request));
      await run.expectState(held, 'declined', 'voided');
      await run.expect('declined', 'captures', { ...request, amount: run.money() });
      // Nothing is held any more, which is what a void wants.
      await run.expect('approved', 'voids', request);
      await run.expectState(held, 'declined', 'voided');
    },
  },
  {
    name: 'captures part of a hold, and releases the rest',
    since: '1.4',
    run: async (run) => {
      const held = await hold(run);
      const part = run.settings.amount - 400;
      const request = { authorization: held.reference, amount: run.money(part) };
      await run.repeat(await run.expect('approved', 'captures', request));
      const rest = { authorization: held.reference, amount: run.money(400) };
      await run.expect('declined', 'captures', rest, 'already_captured');
      // No more was taken than the part.
      await run.expect('declined', 'refunds', { authorization: held.reference, amount: run.money(part + 1) });
      await run.expect('approved', 'refunds', { authorization: held.reference, amount: run.money(part) });
    },
  },
  {
    name: 'does not capture more than it holds',
    since: '1.4',
    run: async (run) => {
      const held = await hold(run);
      const request = { authorization: held.reference, amount: run.money(run.settings.amount + 1) };
      await run.expect('declined', 'captures', request);
    },
  },
];
