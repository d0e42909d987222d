import { eventually, problem, rowId, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const { stack, account, client } = await stackWithAccount({ worker: 0 });

const DAY_MS = 86_400_000;
const around = (ms: number): string => new Date(Date.now() + ms).toISOString();
const lastDay = (): Record<string, unknown> => ({ createdFrom: around(-DAY_MS), createdTo: around(0) });

async function register(events = ['payment.pending']): Promise<string> {
  const answer = await client.post('/v1/webhooks', { url: 'https://receiver.invalid/', events });
  return String(answer.body['id']);
}

function replay(webhook: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return client.post(`/v1/webhooks/${webhook}/replay`, body, { headers });
}

async function replaysOf(webhook: string): Promise<number> {
  return (await stack.query('SELECT 1 FROM replays WHERE webhook_id = $1', [rowId(webhook)])).length;
}

describe('replayWebhook', () => {
  it('202 with the accepted range, and a Location that lists the created deliveries', async () => {
    const webhook = await register();
    await client.send('PATCH', `/v1/webhooks/${webhook}`, { enabled: false });
    await client.post('/v1/payments', { amount: { value: 100, currency: 'USD' }, metadata: { sandbox: 'hold' } });
    const createdFrom = around(-DAY_MS).replace('Z', '+00:00');
    const createdTo = around(DAY_MS);
    const answer = await replay(webhook, { createdFrom, createdTo });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^rpl_\d+$/),
      webhookId: webhook,
      createdFrom: createdFrom.replace('+00:00', 'Z'),
      createdTo,
      type: null,
      onlyFailed: true,
      status: 'pending',
      deliveries: 0,
      createdAt: expect.any(String),
    });
    const location = answer.headers.get('location') ?? '';
    const since = encodeURIComponent(String(answer.body['createdAt']));
    expect(location).toBe(`/v1/deliveries?webhookId=${webhook}&createdFrom=${since}`);
    expect((await client.get(location)).body['data']).toEqual([]);

    const worker = await stack.startWorker();
    await eventually(async () => {
      expect((await client.get(location)).body['data']).toMatchObject([{ webhookId: webhook, status: 'pending' }]);
    });
    await stack.stopWorker(worker);
  });

  it('202 with one event type, and with all', async () => {
    const webhook = await register(['payment.pending', 'payment.failed']);
    const answer = await replay(webhook, { ...lastDay(), type: 'payment.failed', onlyFailed: false });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ type: 'payment.failed', onlyFailed: false });
  });

  it('202 once for a repeated request', async () => {
    const webhook = await register();
    const body = lastDay();
    const headers = { 'idempotency-key': `replay-${webhook}` };
    const answers = await Promise.all([replay(webhook, body, headers), replay(webhook, body, headers)]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const again = await replay(webhook, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(answers[0]?.headers.get('location'));
    expect(await replaysOf(webhook)).toBe(1);
  });

  it.each([
    ['out_of_range', '/createdTo', { createdFrom: around(0), createdTo: around(-1) }],
    ['out_of_range', '/createdFrom', { createdFrom: around(DAY_MS), createdTo: around(2 * DAY_MS) }],
    ['unknown_event', '/type', { ...lastDay(), type: 'payment.completed' }],
    ['unknown_event', '/type', { ...lastDay(), type: 'payment.exploded' }],
    ['required', '/createdFrom', { createdTo: around(0) }],
    ['invalid_format', '/createdTo', { createdFrom: around(-1), createdTo: 'now' }],
    ['wrong_type', '/onlyFailed', { ...lastDay(), onlyFailed: 'no' }],
    ['unknown_field', '/status', { ...lastDay(), status: 'failed' }],
  ])('422 %s at %s', async (code, pointer, body) => {
    const webhook = await register();
    const answer = await replay(webhook, body);
    expect(problem(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ code, pointer }));
    expect(await replaysOf(webhook)).toBe(0);
  });

  it.each([
    ['422 for a range that is entirely past the retention', -365 * DAY_MS - 1, 422],
    ['202 for a range with one minute left', -365 * DAY_MS + 60_000, 202],
  ])('%s', async (_, last, status) => {
    const webhook = await register();
    const answer = await replay(webhook, { createdFrom: around(-400 * DAY_MS), createdTo: around(last) });
    expect([answer.status, await replaysOf(webhook)]).toEqual([status, status === 202 ? 1 : 0]);
    if (status === 202) return;
    const detail = expect.stringContaining('past the retention of the account') as string;
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ code: 'out_of_range', pointer: '/createdTo', detail }],
    });
  });

  it('404 for webhooks that are unknown, deleted, of another account or of the other mode, and nothing is created', async () => {
    const [webhook, deleted] = [await register(), await register()];
    await client.send('DELETE', `/v1/webhooks/${deleted}`);
    for (const id of ['wh_1', 'nonsense', deleted]) expect((await replay(id, lastDay())).status).toBe(404);
    for (const key of [(await stack.createAccount('free')).testKey, account.liveKey]) {
      const answer = await stack.client(key).post(`/v1/webhooks/${webhook}/replay`, lastDay());
      expect(answer.status).toBe(404);
    }
    expect(await replaysOf(webhook)).toBe(0);
  });

  it('429 too_many_unfinished for the 101st of a mode, under the same key again once one is finished', async () => {
    const others = await stack.createAccount('enterprise');
    const theirs = stack.client(others.testKey);
    const hook = { url: 'https://receiver.invalid/', events: ['payment.pending'] };
    const webhook = String((await theirs.post('/v1/webhooks', hook)).body['id']);
    const start = (headers: Record<string, string> = {}): Promise<Answer> =>
      theirs.post(`/v1/webhooks/${webhook}/replay`, lastDay(), { headers });
    const started = await Promise.all(Array.from({ length: 100 }, () => start()));
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([202]));

    const headers = { 'idempotency-key': `replay-${webhook}` };
    const refused = await start(headers);
    expect(problem(refused)).toEqual([429, 'too_many_unfinished']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await replaysOf(webhook)).toBe(100);
    expect((await replay(await register(), lastDay())).status).toBe(202);

    await stack.query(
      `UPDATE replays SET status = 'completed' WHERE webhook_id = $1 AND id = (SELECT min(id) FROM replays WHERE webhook_id = $1)`,
      [rowId(webhook)],
    );
    const accepted = await start(headers);
    expect([accepted.status, accepted.headers.get('idempotent-replayed')]).toEqual([202, null]);
  });

  it('202 for a range far beyond the present', async () => {
    const range = { createdFrom: '1000-01-01T00:00:00Z', createdTo: '2999-12-31T23:59:59.999999999Z' };
    expect((await replay(await register(), range)).status).toBe(202);
  });
});
