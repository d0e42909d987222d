import {
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
import { beforeEach, describe, expect, it } from 'vitest';

const CONFIG = '/v1/security/config';
const amount = { value: 1000, currency: 'USD' };

const stack = await forThisFile(
  startStack({
    worker: 0,
    env: { TRUSTED_PROXIES: '127.0.0.0/8, 10.9.0.0/16', FAILED_AUTH_LIMIT: '100' },
  }),
);
let account: Account;
let client: Client;

beforeEach(async () => {
  account = await stack.createAccount('enterprise');
  client = stack.client(account.testKey);
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

function configure(body: unknown, ifMatch = '"1"', headers: Record<string, string> = {}): Promise<Answer> {
  return client.send('PATCH', CONFIG, body, { headers: { 'if-match': ifMatch, ...headers } });
}

/** A key that is first used after the change, so that no process has it cached. */
async function freshKey(): Promise<Client> {
  const scopes = ['payments:read', 'payments:write', 'webhooks:read', 'webhooks:write'];
  return (await makeKey(client, { scopes })).client;
}

describe('getSecurityConfig', () => {
  it('200 with the defaults until something is configured, and an ETag', async () => {
    const answer = await client.get(CONFIG);
    expect(answer.body).toEqual({
      allowedCidrs: [],
      approvalThresholds: [],
      approvalsBySomeoneElse: false,
      requireIdempotencyKey: false,
      retentionDays: null,
      mode: 'test',
      version: 1,
      updatedAt: null,
    });
    expect(answer.headers.get('etag')).toBe('"1"');
  });
});

describe('updateSecurityConfig', () => {
  it('200, effective at once in the same process, also for cached keys', async () => {
    const held = async (): Promise<unknown> => (await client.post('/v1/payments', { amount })).body['stage'];
    expect(await held()).toBe('processing');
    await configure({ approvalThresholds: [amount] });
    expect(await held()).toBe('awaiting_approval');
    await configure({ approvalThresholds: [], requireIdempotencyKey: true }, '"2"');
    expect(problem(await client.post('/v1/payments', { amount }))).toEqual([400, 'idempotency_key_required']);
  });

  it('403 insufficient_scope for thresholds, with a key that may not approve payments', async () => {
    const { client: other } = await makeKey(client, { scopes: ['payments:write', 'security:write', 'security:read'] });
    await configure({ approvalThresholds: [amount] });
    const headers = { 'if-match': '*' };
    const refused = await other.send('PATCH', CONFIG, { approvalThresholds: [], retentionDays: 40 }, { headers });
    expect(problem(refused)).toEqual([403, 'insufficient_scope']);
    const unchanged = await other.send(
      'PATCH',
      CONFIG,
      { approvalThresholds: [amount], retentionDays: 50 },
      { headers },
    );
    expect([unchanged.status, unchanged.body['retentionDays']]).toEqual([200, 50]);
  });

  it('200 changes only the fields of the patch, separately for test and live mode', async () => {
    const thresholds = [amount, { value: 5, currency: 'JPY' }];
    const changed = await configure({ approvalThresholds: thresholds, retentionDays: 30 });
    expect(changed.body).toMatchObject({
      approvalThresholds: thresholds,
      retentionDays: 30,
      version: 2,
      allowedCidrs: [],
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await client.get(CONFIG)).body).toEqual(changed.body);
    expect((await configure({ retentionDays: null }, '"2"')).body).toMatchObject({ retentionDays: null, version: 3 });
    const live = stack.client(account.liveKey);
    expect((await live.get(CONFIG)).body).toMatchObject({ mode: 'live', version: 1, approvalThresholds: [] });
  });

  it('200 with the same version when nothing changes', async () => {
    expect((await configure({ allowedCidrs: [], retentionDays: null })).body).toMatchObject({
      version: 1,
      updatedAt: null,
    });
  });

  it("409 would_lock_out_caller for networks without the caller's address", async () => {
    const refused = await configure({ allowedCidrs: ['203.0.113.0/24'] }, '*', { 'x-forwarded-for': '198.51.100.7' });
    expect(problem(refused)).toEqual([409, 'would_lock_out_caller']);
    expect(refused.body['detail']).toContain('198.51.100.7');
    expect((await client.get(CONFIG)).body).toMatchObject({ allowedCidrs: [], version: 1 });
  });

  it('412 for an old version, and for one of two concurrent changes', async () => {
    const answers = await Promise.all([configure({ retentionDays: 30 }), configure({ retentionDays: 31 })]);
    expect(answers.map(problem).sort()).toEqual([
      [200, undefined],
      [412, 'precondition_failed'],
    ]);
  });

  it('428 without If-Match', async () => {
    const answer = await client.send('PATCH', CONFIG, { retentionDays: 30 });
    expect(problem(answer)).toEqual([428, 'precondition_required']);
  });

  it.each([
    [{ retentionDays: 29 }, '/retentionDays', 'out_of_range'],
    [{ allowedCidrs: ['10.0.0.1/8'] }, '/allowedCidrs/0', 'invalid_format'],
    [{ approvalThresholds: [amount, { ...amount, value: 5 }] }, '/approvalThresholds/1/currency', 'duplicate'],
    [{ approvalThresholds: [{ value: 5, currency: 'XXX' }] }, '/approvalThresholds/0/currency', 'unknown_currency'],
  ])('422 for %j', async (body, pointer, code) => {
    const answer = await configure(body);
    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toMatchObject([{ pointer, code }]);
  });
});

describe('allowedCidrs of the configuration', () => {
  it('403 ip_not_allowed for every key from elsewhere, without counting against the account', async () => {
    const inside = { 'x-forwarded-for': '203.0.113.7' };
    expect((await configure({ allowedCidrs: ['203.0.113.0/24', '2001:db8::/32'] }, '*', inside)).status).toBe(200);
    const made = await client.post(
      '/v1/security/api-keys',
      { name: 'A', scopes: ['payments:read'] },
      { headers: inside },
    );
    const key = stack.client(String(made.body['secret']));
    expect((await key.get('/v1/payments', from('203.0.113.9'))).status).toBe(200);
    const admitted = await key.get('/v1/payments', from('2001:db8::9'));
    expect(admitted.status).toBe(200);
    const refused = await key.get('/v1/payments', from('198.51.100.7'));
    expect(problem(refused)).toEqual([403, 'ip_not_allowed']);
    const remaining = /r=\d+/.exec(admitted.headers.get('ratelimit') ?? '')?.[0];
    expect(refused.headers.get('ratelimit')).toContain(`;${remaining};`);
    expect(stack.logs().join('\n')).not.toContain('198.51.100.7');
  });

  it('X-Forwarded-For is read from the right; values that a client adds are ignored', async () => {
    const { client: key } = await makeKey(client, { allowedCidrs: ['203.0.113.0/24'] });
    expect((await key.get('/v1/payments', from('203.0.113.9, 10.9.0.1'))).status).toBe(200);
    for (const forged of [
      '203.0.113.9, 198.51.100.7',
      '203.0.113.9, 198.51.100.7, 10.9.0.1',
      '203.0.113.9, , 198.51.100.7',
      'x',
    ]) {
      expect(problem(await key.get('/v1/payments', from(forged)))).toEqual([403, 'ip_not_allowed']);
    }
    expect(problem(await key.get('/v1/payments'))).toEqual([403, 'ip_not_allowed']);
  });

  it('429 after too many refusals of one address', async () => {
    const { client: key } = await makeKey(client, { allowedCidrs: ['203.0.113.0/24'] });
    const statuses = [];
    for (let n = 0; n < 110; n += 1) statuses.push((await key.get('/v1/payments', from('198.51.100.99'))).status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(100);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('requireIdempotencyKey', () => {
  it('400 idempotency_key_required for a POST without one, and 201 with one', async () => {
    const key = await freshKey();
    expect((await configure({ requireIdempotencyKey: true })).status).toBe(200);
    expect(problem(await key.post('/v1/payments', { amount }))).toEqual([400, 'idempotency_key_required']);
    const paid = await key.post('/v1/payments', { amount }, { headers: { 'idempotency-key': 'paid-1' } });
    expect(paid.status).toBe(201);
    expect((await key.get('/v1/payments')).status).toBe(200);
  });
});

describe('retentionDays', () => {
  interface OldAndNew {
    readonly paymentId: string;
    readonly event: string;
    readonly delivery: string;
    /** How many of the two events, or their deliveries, each list shows. */
    shown(by: Client): Promise<number[]>;
  }

  /** Creates two payments with an event and a delivery each; those of the first are `days` days old. */
  async function makeOldAndNew(days: number): Promise<OldAndNew & { readonly webhook: string }> {
    const hook = { url: `${stack.apiUrl}/hook`, events: ['payment.pending'] };
    const webhook = String((await client.post('/v1/webhooks', hook)).body['id']);
    const [first, second] = [
      await client.post('/v1/payments', { amount }),
      await client.post('/v1/payments', { amount }),
    ];
    const paymentId = String(first.body['id']);
    // Events are listed in order once all earlier transactions on the server have ended.
    await eventually(async () => {
      expect((await client.get('/v1/events?order=asc')).text).toContain(String(second.body['id']));
    });
    const [row] = await stack.query(
      `WITH event AS (
         UPDATE events SET id = id_at(now() - $2::int * interval '1 day')
          WHERE object_id = $1 AND type = 'payment.pending' RETURNING environment_id, object_id, id
       )
       UPDATE deliveries d SET id = e.id, event_id = e.id FROM event e, events was
        WHERE was.object_id = e.object_id AND was.environment_id = e.environment_id
          AND d.environment_id = e.environment_id AND d.event_id = was.id
       RETURNING d.id::text AS id`,
      [rowId(paymentId), days],
    );
    const id = String(row?.['id']);
    const lists = ['/v1/events', '/v1/events?order=asc', '/v1/deliveries', `/v1/webhooks/${webhook}/deliveries`];
    const shown = async (by: Client): Promise<number[]> => {
      const pages = await Promise.all(lists.map((path) => by.get(path)));
      return pages.map(({ body }) => (body['data'] as unknown[]).length);
    };
    return { paymentId, webhook, event: `evt_${id}`, delivery: `dlv_${id}`, shown };
  }

  async function deliveriesInTimeline(by: Client, paymentId: string): Promise<number> {
    const { body } = await by.get(`/v1/payments/${paymentId}/timeline`);
    return (body['data'] as { type: string }[]).filter(({ type }) => type === 'timeline.delivery').length;
  }

  it('hides older events and deliveries everywhere', async () => {
    const { paymentId, event, delivery, shown } = await makeOldAndNew(31);
    expect(await shown(client)).toEqual([2, 2, 2, 2]);
    expect(await deliveriesInTimeline(client, paymentId)).toBe(1);
    const before = await freshKey();
    expect((await configure({ retentionDays: 30 })).status).toBe(200);
    expect(await shown(before)).toEqual([1, 1, 1, 1]);
    expect(await deliveriesInTimeline(before, paymentId)).toBe(0);
    for (const path of [`/v1/events/${event}`, `/v1/deliveries/${delivery}`]) {
      expect(problem(await before.get(path))).toEqual([404, 'not_found']);
    }
    expect(problem(await before.get(`/v1/events?order=asc&after=${event}`))).toEqual([400, 'invalid_query']);
    expect((await configure({ retentionDays: 32 }, '"2"')).status).toBe(200);
    const after = await freshKey();
    expect(await shown(after)).toEqual([2, 2, 2, 2]);
    expect((await after.get(`/v1/events?order=asc&after=${event}`)).status).toBe(200);
  });

  it('excludes hidden ones from redeliveries and replays', async () => {
    const { webhook, delivery } = await makeOldAndNew(31);
    expect((await configure({ retentionDays: 30 })).status).toBe(200);
    const caller = await freshKey();
    expect(problem(await caller.post(`/v1/deliveries/${delivery}/redeliver`))).toEqual([404, 'not_found']);
    const createdFrom = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const range = { createdFrom, createdTo: new Date().toISOString(), onlyFailed: false };
    expect((await caller.post(`/v1/webhooks/${webhook}/replay`, range)).status).toBe(202);
    const hidden = { ...range, createdTo: new Date(Date.now() - 31 * 86_400_000).toISOString() };
    expect(problem(await caller.post(`/v1/webhooks/${webhook}/replay`, hidden))).toEqual([422, 'validation_failed']);
    const [replay] = await stack.query(
      `SELECT reached >= id_at(now() - interval '30 days 1 minute') AS late FROM replays WHERE webhook_id = $1`,
      [rowId(webhook)],
    );
    expect(replay).toEqual({ late: true });
  });

  it('defaults to the setting of the instance', async () => {
    const { event, shown } = await makeOldAndNew(366);
    expect(await shown(client)).toEqual([1, 1, 1, 1]);
    expect(problem(await client.get(`/v1/events/${event}`))).toEqual([404, 'not_found']);
    expect((await configure({ retentionDays: 370 })).status).toBe(200);
    expect(await shown(await freshKey())).toEqual([2, 2, 2, 2]);
  });
});
