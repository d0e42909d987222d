import { type Check, NotApplicable, Unexpected } from '../check.js';
import type { Run } from '../run.js';

/** A request that no gateway may carry out. */
type Malformed = (run: Run) => { readonly text?: string; readonly body?: object };

const MALFORMED: Readonly<Record<string, Malformed>> = {
  'that is not JSON': () => ({ text: '{"payment":' }),
  'without an amount': (run) => ({ body: { ...run.authorization(), amount: undefined } }),
  'over an amount of zero': (run) => ({ body: run.authorization({ amount: run.money(0) }) }),
  'over a fraction of the smallest unit': (run) => ({ body: run.authorization({ amount: run.money(10.5) }) }),
  'in a currency that is none': (run) => ({
    body: run.authorization({ amount: { value: run.settings.amount, currency: 'usd' } }),
  }),
  'with a capture method that does not exist': (run) => ({ body: { ...run.authorization(), captureMethod: 'later' } }),
};

const refusesMalformed = Object.entries(MALFORMED).map(([what, make]): Check => ({
  name: `refuses an authorization ${what} with 400, and does nothing`,
  run: async (run) => {
    const reference = run.newReference();
    const exchange = await run.ask({ method: 'POST', path: 'authorizations', reference, ...make(run) });
    run.expectRefusal(exchange, 400);
    await run.expectNothing(reference);
  },
}));

/** The key, references that are unknown, and requests that are malformed. */
export const REQUEST_CHECKS: readonly Check[] = [
  {
    name: 'refuses a wrong API key with 401',
    run: async (run) => {
      const wrong = {
        method: 'GET',
        path: `operations/${run.newReference()}`,
        apiKey: 'not-the-key-of-the-gateway',
      } as const;
      run.expectRefusal(await run.ask(wrong), 401, 403);
    },
  },
  {
    name: 'does nothing that is requested with a wrong API key',
    run: async (run) => {
      const reference = run.newReference();
      const [body, apiKey] = [run.authorization(), 'not-the-key-of-the-gateway'];
      run.expectRefusal(await run.ask({ method: 'POST', path: 'authorizations', reference, body, apiKey }), 401, 403);
      await run.expectNothing(reference);
    },
  },
  {
    name: 'answers 404 operation_not_found for a reference under which nothing was done',
    run: (run) => run.expectNothing(run.newReference()),
  },
  ...refusesMalformed,
  {
    name: 'refuses an authorization without Idempotency-Key with 400',
    run: async (run) => {
      run.expectRefusal(await run.ask({ method: 'POST', path: 'authorizations', body: run.authorization() }), 400);
    },
  },
  {
    name: 'signs its callbacks',
    needs: ({ callbacks }) => (callbacks === undefined ? '--callback-secret and --callback-port' : undefined),
    run: async (run) => {
      const heard = run.callbacks?.heard ?? [];
      const wrong = heard.find(({ problem }) => problem !== null);
      if (wrong === undefined && heard.length === 0) throw new NotApplicable('no callback has arrived');
      if (wrong === undefined) return Promise.resolve();
      const came = `${wrong.problem ?? ''}: ${wrong.headers}, body ${wrong.body}`;
      throw new Unexpected('callbacks that are signed according to Standard Webhooks', undefined, came);
    },
  },
];
