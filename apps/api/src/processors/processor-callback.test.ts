import { eventually, forThisFile, startStack, type Answer } from '@svc/testing';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const FORGED = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;

const stack = await forThisFile(
  startStack({
    worker: 0,
    cuttable: true,
    env: {
      PROCESSOR_LIVE: 'http',
      PROCESSOR_URL: 'https://127.0.0.1:1/svc',
      PROCESSOR_API_KEY: 'acq_12345678',
      PROCESSOR_CALLBACK_SECRET: SECRET,
      // Callbacks work without Redis.
      REDIS_URL: 'redis://127.0.0.1:1',
    },
  }),
);
const client = stack.client((await stack.createAccount()).liveKey);
let environmentId: number;

/** The test rows: an authorization without a final outcome, and such a refund. */
beforeEach(async () => {
  await stack.query('TRUNCATE payments, refunds CASCADE');
  await client.post('/v1/payments', { amount: { value: 1000, currency: 'USD' } });
  const [payment] = await stack.query('SELECT environment_id, id FROM payments');
  environmentId = Number(payment?.['environment_id']);
  const values = [environmentId, payment?.['id']];
  await stack.query(
    `INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, started_at)
     VALUES ($1, 701, $2, 'authorize', 'http', 'pending', now())`,
    values,
  );
  await stack.query(
    `INSERT INTO refunds (environment_id, id, payment_id, status, amount_value, currency, metadata, due_at, updated_at)
     VALUES ($1, 800, $2, 'pending', 400, 'USD', '{}', now() + interval '1 hour', now())`,
    values,
  );
  await stack.query(
    `INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, started_at)
     VALUES ($1, 801, 800, 'http', 'open', now())`,
    [environmentId],
  );
  await stack.query(`UPDATE payments SET due_at = now() + interval '1 hour'`);
});

const change = (id: string, operation = 'authorize', status = 'approved') =>
  JSON.stringify({ reference: `00-${environmentId}-${id}`, operation, status });

function call(
  body: string,
  { secret = SECRET, path = '/callbacks/00/http', type = 'application/json' } = {},
): Promise<Answer> {
  const now = new Date();
  const headers = {
    'content-type': type,
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  return stack.client().post(path, undefined, { raw: body, headers });
}

/** Whether the payment and the refund are due. */
async function due(): Promise<string[]> {
  const rows = await stack.query(
    `SELECT 'payment' AS what FROM payments WHERE due_at <= now()
     UNION ALL SELECT 'refund' FROM refunds WHERE due_at <= now()`,
  );
  return rows.map(({ what }) => String(what));
}

async function contents(): Promise<unknown> {
  const tables = ['payments', 'payment_attempts', 'payment_transitions', 'refunds', 'refund_attempts', 'events'];
  return Promise.all(tables.map((table) => stack.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
}

describe('POST /callbacks/{cell}/{processor}', () => {
  it('204: makes the inquiry due at once, also without Redis; repeats it if one is in flight', async () => {
    const answer = await call(change('701'));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await due()).toEqual(['payment']);
    expect((await call(change('801', 'refund'))).status).toBe(204);
    expect(await due()).toEqual(['payment', 'refund']);
    await stack.query(`UPDATE payments SET pending_inquiry = 'asked', due_at = now() + interval '45 seconds'`);
    expect((await call(change('701'))).status).toBe(204);
    expect(await due()).toEqual(['refund']);
    expect(await stack.query('SELECT pending_inquiry FROM payments')).toEqual([{ pending_inquiry: 'overtaken' }]);
  });

  it('is in the log of the process with its path template', async () => {
    const before = stack.logs().length;
    for (const answer of [await call(change('701')), await call(change('701'), { secret: FORGED })]) {
      const requestId = String(answer.headers.get('request-id'));
      await eventually(() => {
        const line = stack
          .logs()
          .slice(before)
          .find((each) => each.includes(requestId) && each.includes('"event":"request"'));
        expect(line).toContain('"route":"/callbacks/{cell}/{processor}"');
      });
    }
  });

  it('204 without taking over the outcome of the callback', async () => {
    const outcomes = async (): Promise<unknown> => [
      await stack.query('SELECT status, stage, version, failure_code FROM payments'),
      await stack.query('SELECT status, version FROM refunds'),
      await stack.query('SELECT state, code FROM payment_attempts'),
      await stack.query('SELECT count(*) FROM events'),
    ];
    const before = await outcomes();
    for (const status of ['declined', 'approved', 'requires_action', 'pending']) {
      expect((await call(change('701', 'authorize', status))).status).toBe(204);
      expect((await call(change('801', 'refund', status))).status).toBe(204);
    }
    expect(await outcomes()).toEqual(before);
  });

  it('204: makes an inquiry due for a hold, which may have expired at the processor', async () => {
    await stack.query(`UPDATE payments SET stage = 'authorized'; UPDATE payment_attempts SET state = 'approved'`);
    expect((await call(change('701'))).status).toBe(204);
    expect(await due()).toEqual(['payment']);
  });

  it('204: makes an inquiry due for a void that was declined and needs a manual decision', async () => {
    await stack.query(`UPDATE payment_attempts SET state = 'approved'`);
    await stack.query(`UPDATE payments SET stage = 'requires_attention', void_reason = 'rejected'`);
    expect((await call(change('701', 'authorize', 'declined'))).status).toBe(204);
    expect(await due()).toEqual(['payment']);
  });

  it('204: makes an inquiry due for a hold that only a manual decision confirmed', async () => {
    await stack.query(`UPDATE payments SET stage = 'authorized', due_at = NULL`);
    expect((await call(change('701', 'authorize', 'declined'))).status).toBe(204);
    expect(await due()).toEqual(['payment']);
  });

  it.each([
    ['after the attempt has ended', '701', 'authorize', `UPDATE payment_attempts SET state = 'approved'`],
    [
      'after the payment has ended',
      '701',
      'authorize',
      `UPDATE payments SET status = 'failed', stage = NULL, due_at = NULL`,
    ],
    [
      'after the refund has ended',
      '801',
      'refund',
      `UPDATE refunds SET status = 'failed', failure_code = 'a', failure_message = 'b', due_at = NULL`,
    ],
  ])('204 without any effect: %s', async (_what, id, operation, sql) => {
    if (sql !== '') await stack.query(sql);
    const before = await contents();
    expect((await call(change(id, operation))).status).toBe(204);
    expect(await contents()).toEqual(before);
  });

  it.each([
    ['nothing', '999', 'authorize', '', '/reference'],
    [
      'a reference of another processor',
      '701',
      'authorize',
      `UPDATE payment_attempts SET processor = 'sandbox'`,
      '/reference',
    ],
    ['an authorization sent as a void', '701', 'void', '', '/operation'],
    ['an authorization sent as a refund', '701', 'refund', '', '/operation'],
    ['a refund sent as a capture', '801', 'capture', '', '/operation'],
    ['an attempt with a suffix', '701-1', 'authorize', '', '/reference'],
    ['an attempt with a leading zero', '0701', 'authorize', '', '/reference'],
  ])('422 without any effect for %s', async (_what, id, operation, sql, pointer) => {
    if (sql !== '') await stack.query(sql);
    const before = await contents();
    const answer = await call(change(id, operation));
    expect(answer.body).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer, code: 'not_found' }],
    });
    expect(await contents()).toEqual(before);
  });

  it('422 for an attempt of an environment of another installation', async () => {
    const body = change('701').replace(`-${environmentId}-`, `-${environmentId + 100_000}-`);
    expect((await call(body)).body).toMatchObject({ status: 422, errors: [{ pointer: '/reference' }] });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    '415 with the content type %j',
    async (type) => {
      const answer = await call(change('701'), { type });
      expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      expect(await due()).toEqual([]);
    },
  );

  it('401 as a problem for a forged signature, and nothing is due', async () => {
    const answer = await call(change('701'), { secret: FORGED });
    expect(answer.body).toMatchObject({ status: 401, code: 'unauthorized', requestId: expect.any(String) as string });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect((await stack.client().post('/callbacks/00/http', JSON.parse(change('701')))).status).toBe(401);
    expect(await due()).toEqual([]);
  });

  it('404 under the path of another cell', async () => {
    const answer = await call(change('701'), { path: '/callbacks/01/http' });
    expect(answer.body).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('/callbacks/00/') as string,
    });
    expect(await due()).toEqual([]);
  });

  it.each(['sandbox', 'manual', 'nobody', '__proto__'])('404 for a processor without callbacks: %s', async (name) => {
    expect((await call(change('701'), { path: `/callbacks/00/${name}` })).body).toMatchObject({ code: 'not_found' });
  });

  it('400 for signed input that is not JSON, 422 with a pointer for each missing field, 413 when too large, 405 for other methods', async () => {
    expect((await call('approved')).body).toMatchObject({ status: 400, code: 'malformed_json' });
    const errors = ['/reference', '/operation'].map((pointer) => ({
      pointer,
      code: 'required',
      detail: 'is required',
    }));
    expect((await call('{"status":"approved"}')).body).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors,
    });
    expect((await call(' '.repeat(65_537))).body).toMatchObject({ status: 413, code: 'body_too_large' });
    const read = await stack.client().get('/callbacks/00/http');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('503 during an outage of Postgres, so that the processor retries', async () => {
    stack.postgres.cut();
    try {
      const answer = await call(change('701'));
      expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      stack.postgres.mend();
    }
  });
});
