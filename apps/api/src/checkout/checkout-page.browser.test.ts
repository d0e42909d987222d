import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckoutView } from '@svc/core';
import { accessibilityViolations, errorsOf, startBrowser, type Browser } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutPage, unavailablePage, unknownPage } from './checkout-page.js';
import { payerLocale } from './payer-locale.js';
import { checkoutTexts } from './texts/texts.js';
import { payerPagePolicy } from './payer-page.js';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(4);

const view: CheckoutView = {
  merchant: `Ada & ${LONG}`,
  mode: 'test',
  amountValue: 123_456_789_012,
  currency: 'EUR',
  description: LONG,
  lineItems: [
    { name: LONG, quantity: 999_999, amountValue: 1_250 },
    { name: 'Tea', quantity: 2, amountValue: 1_250 },
  ],
  locale: null,
  state: 'open',
  url: null,
  isSandbox: true,
  savesMethod: true,
  successUrl: 'http://127.0.0.1:1/paid?checkoutSessionId=cs_1',
  cancelUrl: 'http://127.0.0.1:1/cart',
  expiresAt: new Date('2026-11-25T12:34:00Z'),
};

const english = payerLocale('en', undefined);

const pages: Record<string, (locale: typeof english) => string> = {
  'open, sandbox': (locale) => checkoutPage(view, locale),
  open: (locale) => checkoutPage({ ...view, isSandbox: false, mode: 'live' }, locale),
  declined: (locale) => checkoutPage(view, locale, { notice: 'declined' }),
  'failed authentication': (locale) => checkoutPage(view, locale, { notice: 'authentication_failed' }),
  authentication: (locale) => checkoutPage(view, locale, { isAuthentication: true }),
  processing: (locale) => checkoutPage({ ...view, state: 'processing' }, locale),
  redirect: (locale) => checkoutPage({ ...view, state: 'redirect', url: 'https://pay.example.com/' }, locale),
  completed: (locale) => checkoutPage({ ...view, state: 'completed' }, locale),
  expired: (locale) => checkoutPage({ ...view, state: 'expired' }, locale),
  unknown: unknownPage,
  unavailable: unavailablePage,
};

let browser: Browser;
let server: Server;
let html = '';
let url: string;

beforeAll(async () => {
  browser = await startBrowser();
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', payerPagePolicy('test'));
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it.each(Object.keys(pages))('the page %s is accessible, fits 320 px, and has a state in its title', async (name) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const errors = errorsOf(page);
    const titles = new Set<string>();
    for (const language of ['en', 'de', 'fr', 'es']) {
      html = pages[name]?.(payerLocale(language, undefined)) ?? '';
      await page.goto(url);
      if (language === 'en') expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      const heading = (await page.locator('h1').textContent()) ?? '';
      expect(await page.title()).toContain(heading);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(4);
    expect(errors).toEqual([]);
    await context.close();
  });
});

it('shows where the keyboard is, with targets of at least 24 px', async () => {
  html = checkoutPage({ ...view, merchant: 'Ada' }, english);
  const page = await browser.newPage();
  await page.goto(url);
  for (const target of await page.locator('button, a').all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  const order: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate<string>('document.activeElement.textContent'));
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px');
  }
  expect(order.map((text) => text.slice(0, 8))).toEqual(['Pay €1,2', 'Pay with', 'Card dec', 'Cancel a']);
  await page.close();
});

it.each(['en', 'de', 'fr', 'es'])('shows in %s what the customer consents to, above every button', async (language) => {
  const page = await browser.newPage();
  const locale = payerLocale(language, undefined);
  const consent = checkoutTexts[locale.language].savesCard('Ada');
  const states = [
    { isSandbox: true },
    { isSandbox: false },
    { state: 'redirect', url: 'https://pay.example.com/' },
  ] as const;
  for (const state of states) {
    html = checkoutPage({ ...view, ...state, merchant: 'Ada' }, locale);
    await page.goto(url);
    const text = await page.getByText(consent, { exact: true }).boundingBox();
    const button = await page.locator('button').first().boundingBox();
    expect(text?.y).toBeLessThan(button?.y ?? 0);
    html = checkoutPage({ ...view, ...state, merchant: 'Ada', savesMethod: false }, locale);
    await page.goto(url);
    expect(await page.getByText(consent, { exact: true }).count()).toBe(0);
  }
  await page.close();
});

it('has no other file and moves nothing', async () => {
  html = checkoutPage(view, english);
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(url);
  expect(requested).toEqual([url]);
  expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  await page.close();
});
