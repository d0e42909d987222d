import {
  createClient,
  ENDINGS,
  eventually,
  expectReconciled,
  reconcile,
  startAcquirer,
  startStack,
  type Account,
  type Client,
  type ReferenceAcquirer,
  type Stack,
} from '@svc/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const currency = 'EUR';
const PAGE_LINES = 4;

let acquirer: ReferenceAcquirer;
let stack: Stack;
let account: Account;
let client: Client;
/** The requests to the acquirer in order: the reference, and what it was for. */
let sent: { reference: string; operation: string; payment: string }[];

beforeAll(async () => {
  acquirer = await startAcquirer({ timeoutMs: 1_000 });
  const settings = { PAYMENT_LEASE: '7s', SWEEP_INTERVAL: '200ms', PROCESSOR_BOOK_WAIT: '2s' };
  stack = await startStack({ env: { ...acquirer.env, ...settings } });
  account = await stack.createAccount('enterprise');
  client = createClient(stack.apiUrl, account.liveKey);
  await moveMoney();
  sent = (await stack.query(
    `SELECT '00-' || environment_id || '-' || id AS reference, operation, 'pay_' || payment_id AS payment FROM payment_attempts
     UNION ALL SELECT '00-' || environment_id || '-' || a.id, 'refund', 'pay_' || payment_id
       FROM refund_attempts a JOIN refunds r USING (environment_id) WHERE r.id = a.refund_id
      ORDER BY 1`,
  )) as typeof sent;
}, 120_000);

afterEach(async () => {
  await acquirer.showStatement({});
  await acquirer.fault({});
});

afterAll(async () => {
  await stack?.close();
  await acquirer?.close();
});

/** Creates payments that complete, fail, are captured and voided, and a refund. */
async function moveMoney(): Promise<void> {
  const pay = async (value: number, captureMethod = 'automatic'): Promise<string> => {
    const { body } = await client.post('/v1/payments', { amount: { value, currency }, captureMethod });
    return `/v1/payments/${String(body['id'])}`;
  };
  const reached = (path: string, state: object) =>
    eventually(async () => expect((await client.get(path)).body).toMatchObject(state));
  const taken = await Promise.all(Array.from({ length: 6 }, (_, n) => pay(1_000 * (n + 1))));
  const [refused, captured, released] = await Promise.all([
    pay(1_000 + ENDINGS.declined),
    pay(2_100, 'manual'),
    pay(2_200, 'manual'),
  ]);
  await Promise.all([captured, released].map((path) => reached(path, { stage: 'authorized' })));
  await client.post(`${captured}/capture`);
  await client.post(`${released}/cancel`);
  await Promise.all([...taken, captured].map((path) => reached(path, { status: 'completed' })));
  await Promise.all([refused, released].map((path) => reached(path, { status: 'failed' })));
  const { body } = await client.post('/v1/refunds', {
    paymentId: taken[0]?.split('/').at(-1),
    amount: { value: 400, currency },
  });
  await reached(`/v1/refunds/${String(body['id'])}`, { status: 'completed' });
}

function ofKind(operation: string, n = 0): { reference: string; payment: string } {
  const found = sent.filter((each) => each.operation === operation)[n];
  if (found === undefined) throw new Error(`nothing to ${operation} was sent`);
  return found;
}

const environmentId = (): number => Number(sent[0]?.reference.split('-')[0]);

/** A refund that the service did not request. */
const madeUp = (reference: string) => ({
  reference,
  operation: 'refund' as const,
  status: 'approved' as const,
  authorization: ofKind('authorize', 1).reference,
  amount: { value: 700, currency },
  receivedAt: new Date().toISOString(),
});

describe('a reconciliation with an acquirer', () => {
  it('finds no difference, and says that the statement was compared', async () => {
    expect(sent.map(({ operation }) => operation).sort()).toEqual(
      [...Array<string>(9).fill('authorize'), 'capture', 'refund', 'void'].sort(),
    );
    const { report, rows } = await reconcile(client);
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'compared', failure: null, rows: 0 });
    expect(rows).toEqual([]);
  });

  it('of test mode, says that there is no statement', async () => {
    const { report } = await reconcile(createClient(stack.apiUrl, account.testKey));
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'no_book', rows: 0 });
  });

  it('lists missing, invented and changed lines, and manual changes to our own rows; no lines of others', async () => {
    const [concealed, otherwise, dearer] = [ofKind('capture'), ofKind('authorize'), ofKind('refund')];
    await acquirer.showStatement({
      conceals: [concealed.reference],
      invents: [
        madeUp(`${environmentId()}-77`),
        madeUp(`${environmentId() + 1_000}-78`),
        madeUp('by-hand-79'),
        { ...madeUp('by-hand-80'), authorization: 'by-hand-8' },
      ],
      alters: {
        [otherwise.reference]: { status: 'declined' },
        [dearer.reference]: { amount: { value: 401, currency } },
      },
    });
    const { report, rows } = await reconcile(client);
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'compared', rows: 6 });
    const expected = [
      { kind: 'missing', ...{ reference: concealed.reference, paymentId: concealed.payment, operation: 'capture' } },
      ...[`${environmentId()}-77`, `${environmentId() + 1_000}-78`, 'by-hand-79'].map((reference) => ({
        ...{
          kind: 'unexpected',
          reference,
          operation: 'refund',
          foundStatus: 'approved',
          found: { value: 700, currency },
        },
        ...{ id: ofKind('authorize', 1).payment, paymentId: ofKind('authorize', 1).payment },
      })),
      { kind: 'different', differs: ['status'], paymentId: otherwise.payment, foundStatus: 'declined' },
      {
        kind: 'different',
        differs: ['amount'],
        id: expect.stringContaining('ref_') as string,
        found: { value: 401, currency },
      },
    ];
    for (const difference of expected)
      expect(rows).toContainEqual(expect.objectContaining({ against: 'acquirer', ...difference }));
    const told = stack.logs().filter((line) => line.includes('acquirer_statement_foreign_lines'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"lines":1,"example":"by-hand-80"');
  });

  it('is correct although the worker is killed during the statement: another one continues at that page', async () => {
    const before = (await acquirer.state()).heard.length;
    const asked = async () =>
      (await acquirer.state()).heard
        .slice(before)
        .flatMap(({ path, query }) => (path === '/operations' ? [query] : []));
    await acquirer.showStatement({ pageLines: PAGE_LINES, conceals: [ofKind('void').reference] });
    await acquirer.fault({ next: ['none', 'lost_request'] });
    const reconciling = reconcile(client);
    await eventually(async () => expect(await asked()).toHaveLength(2));
    await stack.killWorker();
    await stack.startWorker();
    const { report, rows } = await reconciling;
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'compared' });
    expect(rows).toEqual([
      expect.objectContaining({ against: 'acquirer', kind: 'missing', operation: 'void', recordedStatus: 'approved' }),
    ]);
    const cursors = (await asked()).map(({ cursor }) => cursor);
    expect(cursors).toHaveLength(4);
    expect(cursors[0]).toBeUndefined();
    expect(cursors[2]).toBe(cursors[1]);
    expect(new Set(cursors).size).toBe(3);
  }, 60_000);
});

describe('an acquirer without a readable statement', () => {
  it('is asked again: failing responses do no harm', async () => {
    await acquirer.fault({ next: ['error_before', 'garbage'] });
    expect(await reconcile(client)).toMatchObject({ report: { status: 'ready', acquirerBook: 'compared' }, rows: [] });
  });

  it('that is down: the report fails in the end, with the reason', async () => {
    await acquirer.kill();
    const { report } = await reconcile(client);
    const failure = { code: 'acquirer_unavailable', message: expect.any(String) as string };
    expect(report).toMatchObject({ status: 'failed', failure, acquirerBook: null });
    const refused = await client.get(`/v1/analytics/reports/${String(report['id'])}/download`);
    expect([refused.status, refused.body['code'], refused.body['currentStatus']]).toEqual([
      409,
      'report_not_ready',
      'failed',
    ]);
    await acquirer.start();
  });

  it('that keeps no list: the report and its file say so', async () => {
    await acquirer.showStatement({ cannotList: true });
    const { report, rows } = await reconcile(client);
    expect(report).toMatchObject({ status: 'ready', acquirerBook: 'not_compared', rows: 1 });
    expect(rows).toEqual([expect.objectContaining({ against: 'acquirer', kind: 'not_compared', id: null })]);
  });
});

it('afterwards a reconciliation of every account finds no difference, and no imported lines are left', async () => {
  await expectReconciled(stack);
  await eventually(async () => {
    for (const table of ['acquirer_statement_lines', 'foreign_statement_lines', 'acquirer_statement_walks']) {
      expect(await stack.query(`SELECT count(*)::int AS n FROM ${table}`)).toEqual([{ n: 0 }]);
    }
  });
});
