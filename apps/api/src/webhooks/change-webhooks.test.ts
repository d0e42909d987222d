import { createClient, forThisFile, startStack, type Answer, type Client } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

let reader: Client;

const stack = await forThisFile(startStack({ worker: 0, env: { WEBHOOK_ALLOW_INSECURE: 'false' } }));
const account = await stack.createAccount('enterprise');
const stranger = await stack.createAccount('pro');
const client = createClient(stack.apiUrl, account.testKey);

beforeAll(async () => {
  const narrow = await stack.createAccount('free');
  await stack.query(
    `UPDATE api_keys SET scopes = '{webhooks:read}' WHERE environment_id IN
       (SELECT id FROM environments WHERE account_id = $1)`,
    [narrow.accountId.slice('acct_'.length)],
  );
  reader = createClient(stack.apiUrl, narrow.testKey);
});

const url = 'https://receiver.invalid/hooks';
const events = ['payment.completed', 'payment.failed'];

async function register(fields: Record<string, unknown> = {}): Promise<Registered> {
  const answer = await client.post('/v1/webhooks', { url, events, ...fields });
  expect(answer.status).toBe(201);
  const id = String(answer.body['id']);
  return { id, path: `/v1/webhooks/${id}`, rowId: id.slice('wh_'.length), created: answer.body };
}

interface Registered {
  readonly id: string;
  readonly path: string;
  readonly rowId: string;
  readonly created: Record<string, unknown>;
}

function problem(answer: Answer): [number, unknown] {
  return [answer.status, answer.body['code']];
}

/** Deliveries that wait for a disabled endpoint. */
async function park(rowId: string, count: number): Promise<void> {
  await stack.query(
    `INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, updated_at)
     SELECT environment_id, id + n, 1, id, 'payment.completed', 'pending', 'infinity', now()
       FROM webhooks, generate_series(1, $2::int) n WHERE id = $1`,
    [rowId, count],
  );
}

async function waiting(rowId: string, which: string): Promise<unknown> {
  const [row] = await stack.query(
    `SELECT (SELECT count(*)::int FROM deliveries WHERE webhook_id = w.id AND ${which}) AS count, has_backlog
       FROM webhooks w WHERE id = $1`,
    [rowId],
  );
  return row;
}

const foreign = (): Client[] => [stranger.testKey, account.liveKey].map((key) => createClient(stack.apiUrl, key));

describe('createWebhook', () => {
  it('201 for a repeated request, without the secret', async () => {
    const headers = { 'idempotency-key': 'register-once' };
    const [first, second] = [
      await client.post('/v1/webhooks', { url, events }, { headers }),
      await client.post('/v1/webhooks', { events, url }, { headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body['secret']).toMatch(/^whsec_/);
    expect(second.body).toEqual({ ...first.body, secret: null });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const rows = await stack.query(`SELECT body FROM idempotency_keys WHERE key = 'register-once'`);
    expect(JSON.stringify(rows)).not.toContain(String(first.body['secret']));
  });

  it('201 once for concurrent requests with one key, and one of them gets the secret', async () => {
    const headers = { 'idempotency-key': 'register-in-parallel' };
    const send = (): Promise<Answer> => client.post('/v1/webhooks', { url, events }, { headers });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ body }) => body['secret'] !== null)).toHaveLength(1);
  });

  it('422 idempotency_key_reused for another body', async () => {
    const headers = { 'idempotency-key': 'register-two-things' };
    await client.post('/v1/webhooks', { url, events }, { headers });
    const other = await client.post('/v1/webhooks', { url, events: ['payment.pending'] }, { headers });
    expect(problem(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('422 leaves the idempotency key unused for the corrected request', async () => {
    const headers = { 'idempotency-key': 'register-on-second-try' };
    expect((await client.post('/v1/webhooks', { url: 'https://127.0.0.1/', events }, { headers })).status).toBe(422);
    expect((await client.post('/v1/webhooks', { url, events }, { headers })).status).toBe(201);
  });
});

describe('updateWebhook', () => {
  it('200 changes only the named fields', async () => {
    const { path, created } = await register({
      description: 'before',
      acknowledgeOn: '2xx',
      retrySchedule: 'extended',
    });
    const answer = await client.send('PATCH', path, { description: 'after', events: ['payment.pending'] });
    expect(answer.status).toBe(200);
    const { secret: _, ...before } = created;
    const changed = { description: 'after', events: ['payment.pending'], version: 2 };
    expect(answer.body).toEqual({ ...before, ...changed, updatedAt: expect.any(String) });
    expect(String(answer.body['updatedAt']) > String(created['updatedAt'])).toBe(true);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect((await client.get(path)).body).toEqual(answer.body);
  });

  it('200 with another retry schedule, and with the same version when it stays', async () => {
    const { path } = await register();
    const extended = await client.send('PATCH', path, { retrySchedule: 'extended' });
    expect([extended.status, extended.body]).toEqual([
      200,
      expect.objectContaining({ retrySchedule: 'extended', version: 2 }),
    ]);
    expect((await client.get(path)).body).toEqual(extended.body);
    expect((await client.send('PATCH', path, { retrySchedule: 'extended' })).body).toEqual(extended.body);
    const standard = await client.send('PATCH', path, { retrySchedule: 'standard' });
    expect(standard.body).toMatchObject({ retrySchedule: 'standard', version: 3 });
  });

  it('200 with either media type; null removes the description', async () => {
    const { path } = await register({ description: 'before' });
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await client.send('PATCH', path, { description: null }, { headers });
    expect([answer.status, answer.body['description']]).toEqual([200, null]);
  });

  it('200 with the same version when nothing changes', async () => {
    const { path, created } = await register();
    const answer = await client.send('PATCH', path, { url, events, enabled: true });
    expect(answer.body).toMatchObject({ version: 1, updatedAt: created['updatedAt'] });
    expect((await client.send('PATCH', path, {})).body['version']).toBe(1);
  });

  it('200 with enabled: true reenables an endpoint that the service has disabled', async () => {
    const { path, rowId } = await register();
    await stack.query(`UPDATE webhooks SET enabled = false, disabled_reason = 'It failed.' WHERE id = $1`, [rowId]);
    expect((await client.get(path)).body).toMatchObject({ enabled: false, disabledReason: 'It failed.' });
    const answer = await client.send('PATCH', path, { enabled: true });
    expect(answer.body).toMatchObject({ enabled: true, disabledReason: null, version: 2 });
  });

  it('200 with enabled: true wakes the first thousand parked deliveries, and leaves the others to a worker', async () => {
    const { path, rowId } = await register({ enabled: false });
    await park(rowId, 1_001);
    expect(await client.send('PATCH', path, { enabled: true })).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await waiting(rowId, `due_at <= now()`)).toEqual({ count: 1_000, has_backlog: true });
  });

  it('200 with a current If-Match, 412 with an old one; of concurrent changes one succeeds', async () => {
    const { path } = await register();
    const patch = (description: string, ifMatch: string): Promise<Answer> =>
      client.send('PATCH', path, { description }, { headers: { 'if-match': ifMatch } });
    expect((await patch('one', '"1"')).status).toBe(200);
    expect(problem(await patch('two', '"1"'))).toEqual([412, 'precondition_failed']);
    expect(problem(await patch('two', 'W/"2"'))).toEqual([412, 'precondition_failed']);
    expect((await patch('two', '"1", "2"')).status).toBe(200);
    expect((await patch('three', '*')).status).toBe(200);
    const etag = (await client.get(path)).headers.get('etag') ?? '';
    const raced = await Promise.all(Array.from({ length: 5 }, (_, n) => patch(`racer ${n}`, etag)));
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });

  it.each([
    ['forbidden_url', '/url', { url: 'https://169.254.169.254/' }],
    ['forbidden_url', '/url', { url: 'http://shop.example.com/' }],
    ['invalid_format', '/url', { url: 'no url' }],
    ['too_short', '/events', { events: [] }],
    ['unknown_event', '/events/0', { events: ['payment.exploded'] }],
    ['duplicate', '/events/1', { events: ['payment.failed', 'payment.failed'] }],
    ['unknown_field', '/secret', { secret: 'not by this way' }],
    ['wrong_type', '/enabled', { enabled: 'yes' }],
    ['invalid_format', '/retrySchedule', { retrySchedule: 'none' }],
    ['wrong_type', '/retrySchedule', { retrySchedule: null }],
    ['too_long', '/description', { description: 'x'.repeat(1_001) }],
  ])('422 %s at %s: %j', async (code, pointer, patch) => {
    const { path } = await register();
    const answer = await client.send('PATCH', path, patch);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
    expect((await client.get(path)).body['version']).toBe(1);
  });

  it('404 for webhooks that are unknown, deleted, of another account or of the other mode', async () => {
    const { path } = await register();
    for (const other of foreign()) expect((await other.send('PATCH', path, { enabled: false })).status).toBe(404);
    expect((await client.send('PATCH', '/v1/webhooks/wh_1', { url: 'https://127.0.0.1/' })).status).toBe(404);
    expect((await client.get(path)).body).toMatchObject({ enabled: true, version: 1 });
    await client.send('DELETE', path);
    expect((await client.send('PATCH', path, { enabled: false })).status).toBe(404);
  });

  it('400, 401, 403, 413 and 415 as for every operation', async () => {
    const { path } = await register();
    expect((await client.send('PATCH', path, undefined, { raw: '{' })).status).toBe(400);
    const unquoted = { headers: { 'if-match': '1' } };
    expect(problem(await client.send('PATCH', path, {}, unquoted))).toEqual([400, 'invalid_header']);
    expect((await createClient(stack.apiUrl).send('PATCH', path, {})).status).toBe(401);
    expect((await reader.send('PATCH', path, {})).status).toBe(403);
    expect((await client.send('PATCH', path, { description: 'x'.repeat(66_000) })).status).toBe(413);
    const plain = { headers: { 'content-type': 'text/plain' } };
    expect((await client.send('PATCH', path, {}, plain)).status).toBe(415);
  });
});

describe('deleteWebhook', () => {
  it('204 with a current If-Match; 412 with an old one, and the webhook stays', async () => {
    const { path } = await register();
    await client.send('PATCH', path, { description: 'changed' });
    const stale = await client.send('DELETE', path, undefined, { headers: { 'if-match': '"1"' } });
    expect(problem(stale)).toEqual([412, 'precondition_failed']);
    expect((await client.get(path)).status).toBe(200);
    expect((await client.send('DELETE', path, undefined, { headers: { 'if-match': '"2"' } })).status).toBe(204);
  });

  it('204 cancels the first thousand waiting deliveries, and leaves the others to a worker', async () => {
    const { path, rowId } = await register();
    await park(rowId, 1_001);
    expect((await client.send('DELETE', path)).status).toBe(204);
    expect(await waiting(rowId, `status = 'cancelled'`)).toEqual({ count: 1_000, has_backlog: true });
  });

  it('204 deletes the next secret of a rotation as well', async () => {
    const { path, rowId } = await register();
    await client.post(`${path}/rotate-secret`);
    await client.send('DELETE', path);
    const [row] = await stack.query(
      'SELECT secret_ciphertext, next_secret_ciphertext, next_secret_data_key FROM webhooks WHERE id = $1',
      [rowId],
    );
    expect(row).toEqual({ secret_ciphertext: null, next_secret_ciphertext: null, next_secret_data_key: null });
  });
});

describe('rotateWebhookSecret', () => {
  it('200 with a generated secret, shown once, while the old one stays active for a day', async () => {
    const { path, created } = await register();
    const before = Date.now();
    const answer = await client.post(`${path}/rotate-secret`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: created['id'], version: 2 });
    expect(answer.body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(answer.body['secret']).not.toBe(created['secret']);
    const overlap = Date.parse(String(answer.body['previousSecretExpiresAt'])) - before;
    expect(Math.round(overlap / 60_000)).toBe(1_440);
    expect(answer.headers.get('etag')).toBe('"2"');
    const read = await client.get(path);
    expect(read.text).not.toContain('whsec_');
    expect(read.body['previousSecretExpiresAt']).toBe(answer.body['previousSecretExpiresAt']);
  });

  it("200 with the client's own secret, which no response contains", async () => {
    const { path } = await register();
    const answer = await client.post(`${path}/rotate-secret`, { secret: 'another of mine', overlapSeconds: 60 });
    expect([answer.status, answer.body['secret']]).toEqual([200, null]);
    expect(answer.text).not.toContain('another of mine');
  });

  it('200 with overlapSeconds 0: only the new secret is active at once', async () => {
    const { path, rowId } = await register();
    const secrets = (): Promise<Record<string, unknown>[]> =>
      stack.query('SELECT secret_ciphertext, next_secret_ciphertext FROM webhooks WHERE id = $1', [rowId]);
    const [before] = await secrets();
    await client.post(`${path}/rotate-secret`);
    const answer = await client.post(`${path}/rotate-secret`, { overlapSeconds: 0 });
    expect(answer.body).toMatchObject({ previousSecretExpiresAt: null, version: 3 });
    const [after] = await secrets();
    expect(after?.['next_secret_ciphertext']).toBeNull();
    expect(after?.['secret_ciphertext']).not.toEqual(before?.['secret_ciphertext']);
  });

  it('200 during an overlap replaces the next secret; after it, replaces the active one', async () => {
    const { path, rowId } = await register();
    const secrets = async (): Promise<unknown[]> => {
      const [row] = await stack.query(
        'SELECT secret_ciphertext AS a, next_secret_ciphertext AS b FROM webhooks WHERE id = $1',
        [rowId],
      );
      return [String(row?.['a']), String(row?.['b'])];
    };
    await client.post(`${path}/rotate-secret`);
    const [first, second] = await secrets();
    await client.post(`${path}/rotate-secret`);
    const [stillFirst, third] = await secrets();
    expect(stillFirst).toBe(first);
    expect(third).not.toBe(second);
    await stack.query('UPDATE webhooks SET overlap_until = now() WHERE id = $1', [rowId]);
    // The end of the overlap is a change: with the version of before, If-None-Match would not show it.
    expect((await client.get(path)).body).toMatchObject({ version: 4, previousSecretExpiresAt: null });
    const stale = await client.send('PATCH', path, {}, { headers: { 'if-match': '"3"' } });
    expect(problem(stale)).toEqual([412, 'precondition_failed']);
    const same = await client.send('PATCH', path, {}, { headers: { 'if-match': '"4"' } });
    expect(same.body).toEqual((await client.get(path)).body);
    expect((await client.post(`${path}/rotate-secret`)).body).toMatchObject({ version: 5 });
    expect((await secrets())[0]).toBe(third);
  });

  it('200 for a repeated request: the same response without the secret, also with the previous If-Match', async () => {
    const { path } = await register();
    const headers = { 'idempotency-key': `rotate-${path}`, 'if-match': '"1"' };
    const first = await client.post(`${path}/rotate-secret`, {}, { headers });
    const second = await client.post(`${path}/rotate-secret`, {}, { headers });
    expect(first.body['secret']).toMatch(/^whsec_/);
    expect([second.status, second.body]).toEqual([200, { ...first.body, secret: null }]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const stored = await stack.query('SELECT row_to_json(i)::text AS row FROM idempotency_keys i');
    expect(JSON.stringify(stored)).not.toContain(String(first.body['secret']));
  });

  it('412 with an old If-Match, and nothing is rotated', async () => {
    const { path } = await register();
    const answer = await client.post(`${path}/rotate-secret`, {}, { headers: { 'if-match': '"9"' } });
    expect(problem(answer)).toEqual([412, 'precondition_failed']);
    expect((await client.get(path)).body).toMatchObject({ version: 1, previousSecretExpiresAt: null });
  });

  it.each([
    ['too_short', '/secret', { secret: '7 chars' }],
    ['too_long', '/secret', { secret: 'x'.repeat(257) }],
    ['out_of_range', '/overlapSeconds', { overlapSeconds: -1 }],
    ['out_of_range', '/overlapSeconds', { overlapSeconds: 604_801 }],
    ['wrong_type', '/overlapSeconds', { overlapSeconds: '60' }],
    ['unknown_field', '/url', { url }],
  ])('422 %s at %s: %j', async (code, pointer, body) => {
    const { path } = await register();
    const answer = await client.post(`${path}/rotate-secret`, body);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  it('404 for webhooks that are unknown, deleted, of another account or of the other mode', async () => {
    const { path } = await register();
    for (const other of foreign()) expect((await other.post(`${path}/rotate-secret`)).status).toBe(404);
    expect((await client.post('/v1/webhooks/wh_1/rotate-secret')).status).toBe(404);
    await client.send('DELETE', path);
    expect((await client.post(`${path}/rotate-secret`)).status).toBe(404);
  });

  it('400, 401, 403, 413 and 415 as for every operation', async () => {
    const { path } = await register();
    expect((await client.post(`${path}/rotate-secret`, undefined, { raw: '{' })).status).toBe(400);
    expect((await createClient(stack.apiUrl).post(`${path}/rotate-secret`)).status).toBe(401);
    expect((await reader.post(`${path}/rotate-secret`)).status).toBe(403);
    expect((await client.post(`${path}/rotate-secret`, { secret: 'x'.repeat(66_000) })).status).toBe(413);
    const plain = { headers: { 'content-type': 'text/plain' } };
    expect((await client.post(`${path}/rotate-secret`, {}, plain)).status).toBe(415);
  });
});
