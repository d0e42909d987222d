import type { Page } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, browser, button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useConsole();

beforeEach(async () => {
  await openSettings(page);
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}

describe('the security configuration', () => {
  it('has checkboxes of one size, also beside long labels', async () => {
    await button('Edit security').click();
    const boxes = await page.getByRole('checkbox').all();
    const widths = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.width));
    // 1.1rem.
    expect(widths.map((width) => width?.toFixed(1))).toEqual(['16.5', '16.5']);
  });

  it('is edited, and somebody else’s change is not lost', async () => {
    expect(await page.title()).toBe('Settings - Test - Svc Payments');
    await button('Edit security').click();
    await page.getByLabel('Approval from').fill('10000 EUR, 5000.00 JPY');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await button('Save').click();
    await page.getByText('"5000.00 JPY" is not a valid amount. Use the form 10000.00 USD.').waitFor();
    expect(sent.filter((url) => url.endsWith('/security/config'))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Approval from').fill('10000 EUR, 5000 JPY');
    await page.getByLabel('Networks').fill('127.0.0.1/33');
    await button('Save').click();
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await page.getByLabel('Networks').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Networks').fill('');
    await page.getByLabel('Someone other than the creator').check();
    const changed = await client.send(
      'PATCH',
      '/v1/security/config',
      { retentionDays: 45 },
      { headers: { 'if-match': '*' } },
    );
    expect(changed.status).toBe(200);
    await button('Save').click();
    const change = 'Events and deliveries are shown for: the default of this instance, now 45 days';
    await page.getByRole('alert').getByText(change).waitFor();
    expect(await page.getByLabel('Approval from').inputValue()).toBe('10000 EUR, 5000 JPY');
    await button('Save').click();
    await page.getByRole('status').getByText('The security configuration was saved.').waitFor();
    const { body } = await client.get('/v1/security/config');
    expect(body).toMatchObject({
      allowedCidrs: [],
      approvalThresholds: [
        { value: 1_000_000, currency: 'EUR' },
        { value: 5000, currency: 'JPY' },
      ],
      approvalsBySomeoneElse: true,
      retentionDays: 45,
    });
    await page.getByText('10,000.00 EUR, 5,000 JPY').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/412|422/);
  });

  it('is of one mode, and only shown to those who may read it', async () => {
    await client.send('PATCH', '/v1/security/config', { retentionDays: 45 }, { headers: { 'if-match': '*' } });
    await page.reload();
    await page.getByText('45 days').waitFor();
    await page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await page.getByRole('heading', { name: 'Security in live mode' }).waitFor();
    expect(await page.getByText('45 days').count()).toBe(0);
    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    await openSettings(viewer);
    await viewer.getByRole('radio', { name: 'UTC', exact: true }).waitFor();
    expect(await viewer.getByText('Security in').count()).toBe(0);
    await viewer.context().close();
  });
});

describe('shown times', () => {
  it('are in UTC or in local time, in this browser', async () => {
    const { body } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency: 'EUR' } });
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ storageState, timezoneId: 'Australia/Darwin' });
    const darwin = await context.newPage();
    await darwin.goto(`${stack.apiUrl}/console/test/overview`);
    await openSettings(darwin);
    await darwin.getByRole('radio', { name: 'Local time (Australia/Darwin)' }).check();
    expect(await accessibilityProblems(darwin)).toEqual([]);
    const created = new Date(String(body['createdAt']));
    const local = new Date(created.getTime() + 9.5 * 3_600_000).toISOString();
    const text = `${local.slice(0, 10)} ${local.slice(11, 19)} GMT+9:30`;
    await darwin.getByRole('link', { name: 'Payments' }).click();
    await darwin.getByRole('table', { name: 'Payments' }).getByText(text).waitFor();
    await darwin.reload();
    await darwin.getByRole('table', { name: 'Payments' }).getByText(text).waitFor();
    await darwin.getByLabel('From', { exact: true }).fill(local.slice(0, 10));
    await darwin.getByRole('button', { name: 'Apply' }).click();
    await darwin.waitForURL(/createdFrom=/);
    const from = new URL(darwin.url()).searchParams.get('createdFrom');
    expect(from).toBe(new Date(`${local.slice(0, 10)}T00:00:00+09:30`).toISOString());
    await darwin.getByRole('table', { name: 'Payments' }).getByText(text).waitFor();
    await darwin.getByRole('link', { name: 'Overview' }).click();
    await darwin.getByRole('heading', { name: 'Today (local time)' }).waitFor();
    await openSettings(darwin);
    await darwin.getByRole('radio', { name: 'UTC', exact: true }).check();
    await darwin.goBack();
    await darwin.getByRole('heading', { name: 'Today (UTC)' }).waitFor();
    await context.close();
  });
});
