import {
  databaseContents,
  eventually,
  forThisFile,
  makeKey,
  problem,
  rowId,
  startStack,
  type Account,
  type Answer,
  type Client,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const stack = await forThisFile(startStack({ env: { SWEEP_INTERVAL: '200ms' } }));
let account: Account;
let client: Client;

beforeAll(openAccount);

/** Switches to a new account without any data. */
async function openAccount(): Promise<void> {
  account = await stack.createAccount('enterprise');
  client = stack.client(account.testKey);
}

const range = () => ({
  createdFrom: new Date(Date.now() - 3_600_000).toISOString(),
  createdTo: new Date(Date.now() + 3_600_000).toISOString(),
});

async function ask(type: string, format: string, by = client): Promise<string> {
  const answer = await by.post('/v1/analytics/reports', { type, format, ...range() });
  expect(answer.status).toBe(202);
  return String(answer.body['id']);
}

async function untilReady(id: string): Promise<Record<string, unknown>> {
  return eventually(
    async () => {
      const { body } = await client.get(`/v1/analytics/reports/${id}`);
      expect(body['status']).toBe('ready');
      return body;
    },
    { timeoutMs: 50_000 },
  );
}

function download(id: string, by = client): Promise<Answer> {
  return by.get(`/v1/analytics/reports/${id}/download`);
}

async function fileOf(type: string, format: string): Promise<Answer> {
  const id = await ask(type, format);
  const { bytes } = await untilReady(id);
  const answer = await download(id);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('content-length'))).toBe(bytes);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}.${format}"`);
  return answer;
}

async function pay(body: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const amount = { value: 1_000, currency: 'USD' };
  return (await client.post('/v1/payments?wait=20', { amount, metadata: { sandbox: 'delay:1' }, ...body })).body;
}

const environment = `(SELECT id FROM environments WHERE account_id = $1 AND mode = 'test')`;
const ownAccount = (): string => rowId(account.accountId);

/** Inserts payments of the last 15 minutes; `length` is the length of their descriptions. */
function paidBefore(count: number, length = 10): Promise<unknown> {
  return stack.query(
    `INSERT INTO payments (environment_id, id, status, amount_value, currency, description, metadata, processor, updated_at)
     SELECT ${environment}, id_at(now() - interval '15 minutes') + n, 'failed', n, 'USD', repeat('x', $3), '{}',
            'sandbox', now() FROM generate_series(1, $2::int) n`,
    [ownAccount(), count, length],
  );
}

describe('createReport', () => {
  it('202 with a Location, once per idempotency key, with an entry in the audit log', async () => {
    const body = { type: 'payments', format: 'csv', ...range() };
    const headers = { 'idempotency-key': 'report-1' };
    const answer = await client.post('/v1/analytics/reports', body, { headers });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ ...body, status: 'pending', rows: 0, bytes: null, expiresAt: null });
    expect(answer.headers.get('location')).toBe(`/v1/analytics/reports/${String(answer.body['id'])}`);
    const again = await client.post('/v1/analytics/reports', body, { headers });
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([answer.body, 'true']);
    const log = await client.get('/v1/security/audit-log?action=report.created');
    expect(log.body['data']).toEqual([expect.objectContaining({ objectId: answer.body['id'] })]);
  });

  it('403 for a key that may not read the listed objects', async () => {
    const scopes = ['analytics:read', 'analytics:write', 'refunds:read'];
    const { client: analyst } = await makeKey(client, { scopes });
    const body = { type: 'customers', format: 'csv', ...range() };
    const refused = await analyst.post('/v1/analytics/reports', body);
    expect(problem(refused)).toEqual([403, 'insufficient_scope']);
    await ask('refunds', 'csv', analyst);
    const id = await ask('customers', 'csv');
    await untilReady(id);
    expect((await download(id, analyst)).status).toBe(403);
  });

  it('422 for a range that ends before it starts', async () => {
    const { createdFrom, createdTo } = range();
    const body = { type: 'payments', format: 'csv', createdFrom: createdTo, createdTo: createdFrom };
    const answer = await client.post('/v1/analytics/reports', body);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toEqual([expect.objectContaining({ pointer: '/createdTo', code: 'out_of_range' })]);
  });
});

describe('downloadReport', () => {
  it('200 with CSV that spreadsheets do not execute', async () => {
    const payment = await pay({ description: '=HYPERLINK("http://evil")', reference: 'a, "b"' });
    const answer = await fileOf('payments', 'csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, row, end] = answer.text.split('\r\n');
    expect(header).toMatch(
      /^"id","status","stage","amount\.value","amount\.currency",.*,"nextAction\.url","processor\.id",.*,"receiptEmail"$/,
    );
    expect(row).toContain(`"${String(payment['id'])}","completed",,1000,"USD",`);
    expect(row).toContain(`"'=HYPERLINK(""http://evil"")","a, ""b"""`);
    expect(end).toBe('');
  });

  it('200 with only headers or an empty list when there is no data', async () => {
    expect((await fileOf('refunds', 'json')).body).toEqual([]);
    expect((await fileOf('refunds', 'csv')).text.split('\r\n')).toHaveLength(2);
  });

  it('200 with JSON as in the API, newest first', async () => {
    await openAccount();
    const payments = [await pay(), await pay({ customer: { email: 'ada@example.com' } })];
    const rows = JSON.parse((await fileOf('payments', 'json')).text) as unknown[];
    expect(rows).toEqual(payments.reverse());
    const refund = (await client.post('/v1/refunds', { paymentId: payments[0]?.['id'] })).body;
    const [row] = JSON.parse((await fileOf('refunds', 'json')).text) as Record<string, unknown>[];
    expect(row).toMatchObject({ id: refund['id'], paymentId: payments[0]?.['id'] });
    const customers = JSON.parse((await fileOf('customers', 'json')).text) as unknown[];
    expect(customers).toEqual((await client.get('/v1/customers')).body['data']);
  });

  it('200 with deliveries and their last attempts', async () => {
    const webhook = { url: 'http://127.0.0.1:1/hook', events: ['payment.pending'] };
    const { id } = (await client.post('/v1/webhooks', webhook)).body;
    await pay();
    await eventually(async () => {
      const rows = JSON.parse((await fileOf('deliveries', 'json')).text) as unknown[];
      expect(rows).toEqual([
        expect.objectContaining({
          webhookId: id,
          attempts: 1,
          lastAttempt: expect.objectContaining({ statusCode: null }) as unknown,
        }),
      ]);
    });
    expect((await fileOf('deliveries', 'csv')).text).toMatch(/^"id","eventId",[^]*\r\n"dlv_\d+","evt_\d+",/);
  });

  it('200 with every row once, in chunks of 500 kB, even when workers are killed', async () => {
    await openAccount();
    await paidBefore(6_000, 1_000);
    const id = await ask('payments', 'csv');
    await stack.killWorker();
    await Promise.all([stack.startWorker(), stack.startWorker()]);
    await stack.killWorker();
    await untilReady(id);
    const lines = (await download(id)).text.split('\r\n').slice(1, -1);
    expect(lines.map((line) => Number(line.split(',')[3]))).toEqual(Array.from({ length: 6_000 }, (_, n) => 6_000 - n));
    const [chunks] = await stack.query(
      `SELECT count(*)::int AS n, max(octet_length(body)) AS most FROM report_chunks WHERE environment_id = ${environment}`,
      [ownAccount()],
    );
    expect(chunks?.['n']).toBeGreaterThan(12);
    expect(chunks?.['most']).toBeLessThan(502_000);
  });

  it('409 while a concurrent insert is uncommitted, then 200 with that row', async () => {
    await openAccount();
    const other = await stack.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO payments (environment_id, id, status, amount_value, currency, metadata, processor, updated_at)
       SELECT ${environment}, id_at(now()), 'failed', 77, 'USD', '{}', 'sandbox', now()`,
      [ownAccount()],
    );
    const id = await ask('payments', 'json');
    // A later report that does not have to wait. When it is ready, the worker has skipped the first one.
    await stack.query(
      `INSERT INTO reports
       SELECT (jsonb_populate_record(r, jsonb_build_object('id', id + 1, 'xid', 0, 'updated_at', now()))).*
         FROM reports r WHERE environment_id = ${environment}`,
      [ownAccount()],
    );
    await untilReady(`rep_${BigInt(rowId(id)) + 1n}`);
    const early = await download(id);
    expect([early.status, early.body['code'], early.body['currentStatus']]).toEqual([
      409,
      'report_not_ready',
      'pending',
    ]);
    await other.query('COMMIT');
    await other.end();
    await untilReady(id);
    expect((await download(id)).body).toEqual([expect.objectContaining({ amount: { value: 77, currency: 'USD' } })]);
  });

  it('409 after expiry, and its content is deleted', async () => {
    await openAccount();
    await pay();
    const id = await ask('payments', 'csv');
    await untilReady(id);
    const left = `SELECT count(*)::int AS n FROM report_chunks WHERE environment_id = ${environment}`;
    expect(await stack.query(left, [ownAccount()])).toEqual([{ n: 1 }]);
    await stack.query(`UPDATE reports SET expires_at = now() WHERE environment_id = ${environment}`, [ownAccount()]);
    const late = await download(id);
    expect([late.status, late.body['currentStatus']]).toEqual([409, 'expired']);
    await eventually(async () => expect(await stack.query(left, [ownAccount()])).toEqual([{ n: 0 }]));
    expect((await client.get(`/v1/analytics/reports/${id}`)).body).toMatchObject({ status: 'expired', bytes: null });
  });

  it('406 if Accept allows neither CSV nor JSON, 200 if it allows CSV', async () => {
    const id = await ask('refunds', 'csv');
    await untilReady(id);
    const path = `/v1/analytics/reports/${id}/download`;
    expect((await client.get(path, { headers: { accept: 'text/html' } })).status).toBe(406);
    expect((await client.get(path, { headers: { accept: 'text/csv' } })).status).toBe(200);
  });

  it.each([
    ['csv', 'application/json', 'text/csv'],
    ['json', 'text/csv', 'application/json'],
  ] as const)('406 when a %s report is asked for as %s, 200 as %s', async (format, other, own) => {
    const id = await ask('refunds', format);
    await untilReady(id);
    const path = `/v1/analytics/reports/${id}/download`;
    const refused = await client.get(path, { headers: { accept: other } });
    expect(problem(refused)).toEqual([406, 'not_acceptable']);
    expect(refused.body['detail']).toContain(own);
    for (const accept of [own, '*/*', `${other};q=0.5, ${own}`]) {
      const answer = await client.get(path, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${own}; charset=utf-8`]);
    }
  });
});

describe('deleteCustomer', () => {
  it('204 and existing reports no longer contain the customer', async () => {
    await openAccount();
    const email = 'grace.hopper@example.com';
    const customer = { email, firstName: 'Gracie', lastName: 'Hopperson' };
    await paidBefore(1_500);
    const payment = await pay({ customer });
    await pay({ customer: { email: 'ada@example.com' } });
    const { id: customerId } = payment['customer'] as { id: string };
    const kinds = [
      ['payments', 'csv'],
      ['payments', 'json'],
      ['customers', 'csv'],
      ['customers', 'json'],
    ] as const;
    const ids = await Promise.all(kinds.map(([type, format]) => ask(type, format)));
    await Promise.all(ids.map(untilReady));
    expect((await download(ids[0] ?? '')).text).toContain(email);
    const answer = await client.send('DELETE', `/v1/customers/${customerId}`);
    expect(answer.status).toBe(204);
    const contents = (await databaseContents(stack)).join('\n');
    for (const trace of [email, 'Gracie', 'Hopperson']) expect(contents).not.toContain(trace);
    await Promise.all(ids.map(untilReady));
    const [payments, , customers] = await Promise.all(ids.map(async (id) => (await download(id)).text));
    expect(payments?.split('\r\n')).toHaveLength(1_504);
    expect(payments).toContain(`"${customerId}","erased@invalid"`);
    expect(customers?.split('\r\n')).toHaveLength(3);
    expect(customers).toContain('ada@example.com');
  });
});
