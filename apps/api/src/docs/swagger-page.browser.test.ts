import { errorsOf, forThisFile, stackWithAccount, startBrowser } from '@svc/testing';
import { expect, it } from 'vitest';

const browser = await forThisFile(startBrowser());
const { stack, account } = await stackWithAccount();

const WIDTH = 390;

/** Elements that end beside the window, except in a part that is scrolled by itself. */
const BESIDE = `[...document.querySelectorAll('body *')].filter((element) => {
  if (element.getBoundingClientRect().right <= ${WIDTH} + 1) return false;
  for (let each = element.parentElement; each !== document.body; each = each.parentElement) {
    if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX)) return false;
  }
  return true;
}).map(({ tagName, className }) => tagName + ' ' + className)`;

it(`an opened operation fits a screen of ${WIDTH} px, with its request and its responses`, async () => {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 844 }, isMobile: true });
  const page = await context.newPage();
  const errors = errorsOf(page);
  await page.goto(`${stack.apiUrl}/docs#/Payments/createPayment`);
  const operation = page.locator('.opblock.is-open');
  await operation.locator('.responses-table').waitFor();
  await operation.getByRole('button', { name: /^Show \d+ error responses$/ }).click();
  await page.evaluate(`ui.preauthorizeApiKey('bearerAuth', '${account.testKey}')`);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').getByText('"createdAt"').waitFor();
  expect(await page.evaluate(BESIDE)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
  await operation.locator('.responses-table').getByRole('tab', { name: 'Schema' }).first().click();
  await operation.getByText('amountCapturable').first().waitFor();
  expect(await page.evaluate(BESIDE)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
  const descriptions = await operation.locator('.responses-table tbody .response-col_description').all();
  const widths = await Promise.all(descriptions.map(async (each) => (await each.boundingBox())?.width ?? 0));
  expect(Math.min(...widths)).toBeGreaterThan(WIDTH / 2);
  expect(errors).toEqual([]);
  await context.close();
});
