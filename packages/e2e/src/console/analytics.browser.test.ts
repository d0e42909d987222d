import { readFile } from 'node:fs/promises';
import { eventually } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { account, browser, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems, joinConsole } from './journey.js';

useConsole();

const open = (search: string) => page.goto(`${stack.apiUrl}/console/test/analytics${search}`);

/** The cells of the newest interval in a table of figures. */
async function newestRow(currency: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: `Figures in ${currency}` }).getByRole('row');
  return (await rows.nth(1).innerText()).split(/\s*\t\s*/);
}

/** Waits for the figures, which workers update with a delay. The page reads them again on its own. */
async function expectNewestRow(currency: string, cells: readonly string[]): Promise<void> {
  await eventually(async () => expect((await newestRow(currency)).slice(1)).toEqual(cells), { timeoutMs: 60_000 });
}

describe('analytics', () => {
  it('shows the payments of three months of a subscription', async () => {
    const customer = await client.post('/v1/customers', { email: 'ada@example.com' });
    const subscription = await client.post('/v1/subscriptions', {
      customerId: customer.body['id'],
      amount: { value: 1250, currency: 'EUR' },
      interval: 'month',
      intervalCount: 1,
    });
    expect(subscription.status).toBe(201);
    const completed = async (count: number): Promise<void> => {
      const path = `/v1/payments?status=completed&subscriptionId=${String(subscription.body['id'])}`;
      await eventually(async () => expect((await client.get(path)).body['data']).toHaveLength(count));
    };
    await completed(1);
    await page.getByRole('link', { name: 'Sandbox' }).click();
    const month = page.getByRole('button', { name: 'Let a month pass' });
    for (const count of [2, 3]) {
      await month.and(page.locator(':enabled')).click();
      await completed(count);
    }
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
    expect(await page.title()).toBe('Analytics - Test - Svc Payments');
    await page.getByLabel('Interval').selectOption('month');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('tab', { name: 'EUR' }).waitFor({ timeout: 60_000 });
    await expectNewestRow('EUR', ['3', '3', '0', '100.0 %', '37.50 EUR', '0.00 EUR', '0.00 EUR', '37.50 EUR']);
    expect(new URL(page.url()).search).toBe('?interval=month');

    const plot = page.getByRole('img', { name: 'Payments in EUR' });
    const titles = await plot.locator('title').allTextContents();
    expect(titles).toHaveLength(30);
    const thisMonth = new Date().toISOString().slice(0, 7);
    expect(titles.at(-1)).toBe(`${thisMonth}: Completed 3, Failed 0, Pending 0`);
    expect(titles.slice(0, -1).every((title) => title.endsWith(': Completed 0, Failed 0, Pending 0'))).toBe(true);
    await page.getByText(/^As of \d{4}-/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('shows each currency by itself, in a time zone, and as a file', async () => {
    await open('');
    await page.getByText('There are no payments in this range.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const pay = async (value: number, currency: string, sandbox: string): Promise<string> => {
      const body = { amount: { value, currency }, metadata: { sandbox } };
      return String((await client.post('/v1/payments?wait=10', body)).body['id']);
    };
    const paid = await pay(2000, 'EUR', 'approve');
    await pay(1000, 'EUR', 'decline:insufficient_funds');
    await pay(100_000, 'HUF', 'approve');
    await client.post('/v1/refunds', { paymentId: paid, amount: { value: 500, currency: 'EUR' } });
    await page.getByLabel('Interval').selectOption('hour');
    await page.getByLabel('Time zone').selectOption('Australia/Darwin');
    const now = new Date();
    const today = new Date(now.getTime() + 9.5 * 3_600_000).toISOString().slice(0, 10);
    await page.getByLabel('From').fill(today);
    await page.getByLabel('To', { exact: true }).fill(today);
    await page.getByRole('button', { name: 'Apply' }).click();
    const address = () => new URL(page.url()).searchParams;
    await eventually(() => expect(address().get('timezone')).toBe('Australia/Darwin'));
    expect(address().get('createdFrom')).toBe(new Date(`${today}T00:00:00+09:30`).toISOString());
    expect(await page.getByLabel('From').inputValue()).toBe(today);

    await page.getByRole('tab', { name: 'EUR' }).waitFor({ timeout: 60_000 });
    await eventually(
      async () => {
        const rows = await page.getByRole('table', { name: 'Figures in EUR' }).getByRole('row').allInnerTexts();
        const figures = rows.map((row) => row.split(/\s*\t\s*/)).filter(([, count]) => count === '2');
        const [start, ...cells] = figures[0] ?? [];
        expect(cells).toEqual(['2', '1', '1', '50.0 %', '20.00 EUR', '5.00 EUR', '0.00 EUR', '15.00 EUR']);
        expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:00 GMT\+9:30$/);
      },
      { timeoutMs: 60_000 },
    );
    await page.getByRole('tab', { name: 'EUR' }).press('ArrowRight');
    await page.getByRole('table', { name: 'Figures in HUF' }).getByText('1,000.00 HUF').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`payments-by-hour-${today}-${today}.csv`);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines.filter((line) => line.includes(',EUR,2,1,1,20.00,5.00,0.00,15.00,0.5'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(',HUF,1,1,0,1000.00,0.00,0.00,1000.00,1'))).toHaveLength(1);

    await page.getByLabel('Currency').selectOption('JPY');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('table', { name: 'Figures in JPY' }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'HUF', selected: true }).waitFor();
  });

  it('says why the service refuses a range', async () => {
    await open('?interval=hour&createdFrom=2026-01-01T00:00:00Z&createdTo=2026-06-01T00:00:00Z&timezone=Europe/Berlin');
    await page.getByRole('alert').getByText('Request req_').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    forgetErrors(/400/);
  });
});

describe('reports', () => {
  it('are created, listed and downloaded', async () => {
    const { body } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency: 'EUR' } });
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByText('There are no reports yet.').waitFor();
    await page.getByRole('button', { name: 'Create report' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Choose a day.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const today = String(body['createdAt']).slice(0, 10);
    await dialog.getByLabel('First day').fill(today);
    await dialog.getByLabel('Last day').fill(today);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('status').getByText('is being created.').waitFor();
    const link = page.getByRole('link', { name: /^Download rep_/ });
    await link.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await link.click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const [header = '', payment = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(header).toContain('"id"');
    expect(payment).toContain(`"${String(body['id'])}"`);
  });

  it('are of the days of the chosen time zone', async () => {
    await open('?timezone=Pacific/Kiritimati');
    await page.getByRole('button', { name: 'Create report' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Days begin at midnight in Pacific/Kiritimati.').waitFor();
    await dialog.getByLabel('First day').fill('2026-11-01');
    await dialog.getByLabel('Last day').fill('2026-11-01');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('status').getByText('is being created.').waitFor();
    const { body } = await client.get('/v1/analytics/reports?limit=1');
    const range = { createdFrom: '2026-10-31T10:00:00.000Z', createdTo: '2026-11-01T10:00:00.000Z' };
    expect(body['data']).toMatchObject([range]);
  });

  it('are not created by a person who may only read', async () => {
    const viewer = await joinConsole(browser, stack, { ...account, role: 'viewer' });
    await viewer.getByRole('link', { name: 'Analytics' }).click();
    await viewer.getByText('There are no reports yet.').waitFor();
    expect(await viewer.getByRole('button', { name: 'Create report' }).count()).toBe(0);
    await viewer.context().close();
  });
});
