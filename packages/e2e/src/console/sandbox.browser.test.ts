import { eventually } from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { client, page, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

useConsole();

beforeEach(async () => {
  await page.getByRole('link', { name: 'Sandbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor();
});

/** Makes a payment on the page. Returns its id. */
async function payWith(value: string): Promise<string> {
  await page.getByRole('button', { name: `Pay with ${value}`, exact: true }).click();
  await page.getByRole('status').getByText(`was created with ${value}.`).waitFor();
  return page.getByRole('status').getByRole('link').innerText();
}

describe('the sandbox', () => {
  it.each([
    ['approve', { status: 'completed' }],
    ['decline:insufficient_funds', { status: 'failed', failure: { code: 'insufficient_funds' } }],
    ['hold', { stage: 'awaiting_approval' }],
    ['action', { stage: 'requires_action' }],
    ['timeout_then_approve', { status: 'completed' }],
  ])('makes a payment with the outcome %s', async (value, outcome) => {
    const id = await payWith(value);
    await eventually(async () => {
      expect((await client.get(`/v1/payments/${id}`)).body).toMatchObject(outcome);
    });
  });

  it('lets a month pass, and says when the clock has arrived', async () => {
    expect(await page.title()).toBe('Sandbox - Test - Svc Payments');
    await page.getByText('Renewals and expiries in test mode follow this clock.').waitFor();
    await page.getByText('Time in test mode').waitFor();
    // Nothing was done yet, so that no notice has a frame.
    expect(await page.locator('[role=status][class]').count()).toBe(0);
    const before = Date.parse(String((await client.get('/v1/test/clock')).body['now']));
    await page.getByRole('button', { name: 'Let a month pass' }).click();
    await page.getByRole('status').getByText('The clock is now at').waitFor();
    const { body } = await client.get('/v1/test/clock');
    const days = (Date.parse(String(body['now'])) - before) / 86_400_000;
    expect(body['status']).toBe('idle');
    expect(days).toBeGreaterThan(27.9);
    expect(days).toBeLessThan(31.1);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('does not exist in live mode', async () => {
    await page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: 'Live' }).click();
    await page.getByText('The sandbox exists only in test mode.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Sandbox').count()).toBe(0);
  });
});
