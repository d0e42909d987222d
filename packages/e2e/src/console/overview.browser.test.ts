import { eventually, startReceiver, storedDispute } from '@svc/testing';
import type { Receiver } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { button, client, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

useConsole({ env: { WEBHOOK_RETRY_DELAYS: '200ms' } });

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});

afterAll(() => receiver.close());

async function pay(value: number, currency: string, metadata: object = {}): Promise<string> {
  const { status, body } = await client.post('/v1/payments?wait=10', { amount: { value, currency }, metadata });
  expect(status).toBe(201);
  return String(body['id']);
}

describe('the overview of an empty account', () => {
  it('leads to a payment and to a webhook that has received an event', async () => {
    const steps = page.getByRole('list', { name: 'First steps' });
    await steps.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Make a test payment').click();
    await page.getByRole('status').getByText('was created').waitFor();
    await steps.getByText('completed').waitFor();
    // Otherwise, its last event may already reach the webhook.
    await eventually(async () => {
      const { body } = await client.get('/v1/payments?status=completed');
      expect(body['data']).toHaveLength(1);
    });
    await page.getByRole('link', { name: 'Create a webhook' }).click();
    await button('Create webhook').click();
    await page.getByLabel('URL').fill(`${receiver.url}/first`);
    await button('Create').click();
    await button('Done').click();
    await page.getByRole('heading', { level: 2, name: 'Deliveries' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await button('Make another payment').click();
    await receiver.waitFor(({ path }) => path === '/first');
    await eventually(async () => expect(await steps.getByText('completed').count()).toBe(3));
    await page.reload();
    await page.getByRole('table', { name: 'Today' }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  it('leads nowhere in live mode', async () => {
    await page.getByRole('list', { name: 'First steps' }).waitFor();
    await page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await page.getByText('There were no payments today.').waitFor();
    expect(await page.getByRole('list', { name: 'First steps' }).count()).toBe(0);
  });
});

describe('the overview', () => {
  it('shows what needs somebody, today by currency, and what happens', async () => {
    receiver.respond('/failing', 500);
    const webhook = await client.post('/v1/webhooks', {
      url: `${receiver.url}/failing`,
      events: ['payment.completed'],
    });
    const webhookId = String(webhook.body['id']);
    const changed = await client.send(
      'PATCH',
      '/v1/security/config',
      { approvalThresholds: [{ currency: 'EUR', value: 100_000 }] },
      { headers: { 'if-match': '*' } },
    );
    expect(changed.status).toBe(200);
    const held = await client.post('/v1/payments', { amount: { value: 100_000, currency: 'EUR' } });
    expect(held.body).toMatchObject({ stage: 'awaiting_approval' });
    await pay(1000, 'EUR');
    const latest = await pay(100_000, 'HUF');
    await eventually(async () => {
      const { body } = await client.get(`/v1/webhooks/${webhookId}/deliveries?status=failed`);
      expect(body['data']).toHaveLength(2);
    });
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText('No disputes await a response.').waitFor();
    await attention.getByText('No refunds of the last 30 days failed.').waitFor();
    await attention.getByText('No processors are failing.').waitFor();
    const dispute = await storedDispute(stack, latest);
    const connected = await client.post('/v1/processors', {
      ...{ kind: 'http', name: 'Gateway' },
      credentials: {
        ...{ url: 'https://gateway.invalid', apiKey: 'acq_overview' },
        callbackSecret: 'whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=',
      },
    });
    const connection = String(connected.body['id']).slice('proc_'.length);
    await stack.query(`UPDATE disputes SET evidence_due_by = '2026-12-05T23:59:59Z' WHERE id = $1`, [
      dispute.slice('dis_'.length),
    ]);
    await stack.query(`UPDATE processors SET status = 'failing', last_error = 'Unknown key.' WHERE id = $1`, [
      connection,
    ]);
    await page.reload();
    await attention.getByText(`${dispute} 1,000.00 HUF Respond by 2026-12-05 23:59:59 UTC`).waitFor();
    await attention.getByText('Gateway Unknown key.').waitFor();
    await attention.getByRole('link', { name: String(held.body['id']) }).waitFor();
    expect(await attention.getByText('awaiting approval').count()).toBe(1);
    await attention.getByText(/^wh_\d+ 2 of 2 deliveries since .* failed\.$/).waitFor();
    const first = page.getByRole('region', { name: 'Latest payments' }).getByRole('listitem').first();
    expect(await first.innerText()).toBe(`${latest} 1,000.00 HUF completed`);
    const today = page.getByRole('table', { name: 'Today' });
    await eventually(
      async () => {
        const rows = await today.getByRole('row').allInnerTexts();
        expect(rows.slice(1).map((row) => row.split(/\s*\t\s*/))).toEqual([
          ['EUR', '2', '1', '0', '10.00 EUR', '0.00 EUR', '0.00 EUR', '10.00 EUR'],
          ['HUF', '1', '1', '0', '1,000.00 HUF', '0.00 HUF', '0.00 HUF', '1,000.00 HUF'],
        ]);
      },
      { timeoutMs: 40_000 },
    );
    expect(await accessibilityProblems(page)).toEqual([]);

    const seen = await pay(500, 'EUR');
    const live = page.getByRole('list', { name: 'Live events' });
    await live.getByRole('link', { name: seen }).first().waitFor();
    const heldId = String(held.body['id']);
    const latestPayments = page.getByRole('region', { name: 'Latest payments' }).getByRole('listitem');
    await latestPayments.filter({ hasText: heldId }).getByText('awaiting approval').waitFor();
    expect((await client.post(`/v1/payments/${heldId}/approve`)).status).toBe(200);
    await latestPayments.filter({ hasText: heldId }).getByText('completed').waitFor();
    await attention.getByRole('link', { name: webhookId }).click();
    await page.getByRole('heading', { level: 1, name: webhookId }).waitFor();
  });

  it('names the refunds that failed', async () => {
    const paymentId = await pay(4200, 'EUR');
    const asked = await client.post('/v1/refunds', { paymentId, metadata: { sandbox: 'decline:expired_card' } });
    const refundId = String(asked.body['id']);
    await eventually(async () => {
      const { body } = await client.get(`/v1/refunds/${refundId}`);
      expect(body).toMatchObject({ status: 'failed' });
    });
    await page.reload();
    const failed = page.getByRole('list', { name: 'Failed refunds' });
    await failed.getByText(`${refundId} 42.00 EUR`).waitFor();
    await page.getByText('1 refund of the last 30 days failed.').waitFor();
    await failed.getByRole('link', { name: refundId }).click();
    await page.getByRole('heading', { level: 1, name: refundId }).waitFor();
  });
});
