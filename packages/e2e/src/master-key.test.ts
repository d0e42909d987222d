import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createClient, eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const ENDPOINTS = 5;
const amount = { value: 1000, currency: 'USD' };
const older = randomBytes(32).toString('base64');
const newer = randomBytes(32).toString('base64');
const command = fileURLToPath(new URL('../../../scripts/master-key-rotate.mjs', import.meta.url));

const receiver = await forThisFile(startReceiver());
// The state after the first round of restarts: all processes know the new key, and none uses it yet.
const stack = await forThisFile(startStack({ env: { MASTER_KEY: `${older},${newer}` } }));
const key = (await stack.createAccount('enterprise')).testKey;
let client = createClient(stack.apiUrl, key);

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs the operator's command with this MASTER_KEY. */
function rotate(masterKey: string): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...stack.env, MASTER_KEY: masterKey };
    execFile(process.execPath, [command], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

/** Replaces the processes one after the other, starting the new one first, as an operator does. */
async function restart(masterKey: string): Promise<void> {
  await Promise.all([stack.startApi({ MASTER_KEY: masterKey }), stack.startWorker({ MASTER_KEY: masterKey })]);
  await Promise.all([stack.stopApi(stack.api[0]), stack.stopWorker(stack.workers[0])]);
  client = createClient(stack.apiUrl, key);
}

/** The number of data keys, and the number that share the prefix of those wrapped under one key. */
async function underOneKey(): Promise<number[]> {
  const [row] = await stack.query(
    `SELECT count(*)::int AS all, count(DISTINCT substring(k FROM 1 FOR 9))::int AS keys
       FROM (SELECT secret_data_key AS k FROM webhooks UNION ALL SELECT next_secret_data_key FROM webhooks
             UNION ALL SELECT token_data_key FROM payment_methods) stored WHERE k IS NOT NULL`,
  );
  return [Number(row?.['all']), Number(row?.['keys'])];
}

describe('the master key', () => {
  it('is rotated during deliveries: each has a valid signature at the first attempt, and the old key can be removed', async () => {
    const secrets = Array.from({ length: ENDPOINTS }, (_, n) => `secret of endpoint ${n}`);
    const webhooks: string[] = [];
    for (const [n, secret] of secrets.entries()) {
      const webhook = { url: `${receiver.url}/${n}`, events: ['payment.pending'], secret };
      webhooks.push(String((await client.post('/v1/webhooks', webhook)).body['id']));
    }
    const next = 'secret that is to follow';
    await client.post(`/v1/webhooks/${webhooks[0] ?? ''}/rotate-secret`, { secret: next });
    const customer = String((await client.post('/v1/customers', { email: 'ada@example.com' })).body['id']);
    const method = { type: 'card', processorToken: 'tok_visa' };
    await client.post(`/v1/customers/${customer}/payment-methods`, method);

    const load = { going: true, payments: 0 };
    const creating = (async (): Promise<void> => {
      while (load.going) {
        const answer = await client
          .post('/v1/payments', { amount, metadata: { sandbox: 'hold' } })
          .catch(() => undefined);
        if (answer?.status === 201) load.payments += 1;
      }
    })();

    const early = await rotate(`${newer},${older}`);
    expect([early.code, early.said]).toEqual([1, expect.stringContaining('Nothing was changed')]);

    await restart(`${newer},${older}`);
    const rotated = await rotate(`${newer},${older}`);
    expect([rotated.code, rotated.said]).toEqual([0, expect.stringContaining('No secret needs another key')]);
    expect(await underOneKey()).toEqual([7, 1]);

    await restart(newer);
    const before = load.payments;
    await eventually(() => expect(load.payments).toBeGreaterThan(before + 5));
    load.going = false;
    await creating;

    await eventually(async () => {
      expect(await stack.query(`SELECT id FROM deliveries WHERE status <> 'delivered'`)).toEqual([]);
    });
    expect(await stack.query('SELECT delivery_id FROM delivery_attempts WHERE n > 1 OR status_code <> 200')).toEqual(
      [],
    );
    for (const { path, headers, rawBody } of receiver.requests) {
      const signed = (secret: string): string => `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
      const n = Number(path.slice(1));
      expect(headers['svc-signature']).toBe(signed(secrets[n] ?? ''));
      if (n === 0) expect(headers['svc-signature-next']).toBe(signed(next));
    }
    const [row] = await stack.query('SELECT count(*)::int AS n FROM payments');
    expect(receiver.requests.length).toBeGreaterThanOrEqual(Number(row?.['n']) * ENDPOINTS);
  }, 120_000);

  it('may be wrong: the service reports it at once, and workers with the wrong key use up no attempt', async () => {
    await stack.stopWorker();
    const wrong = await stack.startWorker({ MASTER_KEY: randomBytes(32).toString('base64') });
    expect(wrong.lines.join()).toContain('master_key_unfit');
    await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    const open = `SELECT status, attempts, lost_leases, due_at > now() + interval '30 seconds' AS waits FROM deliveries
                   WHERE status <> 'delivered'`;
    const waiting = { status: 'pending', attempts: 0, lost_leases: 0, waits: true };
    await eventually(async () => expect(await stack.query(open)).toEqual(Array(ENDPOINTS).fill(waiting)));

    await Promise.all([stack.stopWorker(wrong), stack.startWorker({ MASTER_KEY: newer })]);
    await stack.query(`UPDATE deliveries SET due_at = now() WHERE status = 'pending'`);
    await eventually(async () => expect(await stack.query(open)).toEqual([]));
  });
});
