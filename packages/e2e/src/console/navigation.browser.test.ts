import { PASSWORD, type Locator } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { browser, button, client, forgetErrors, page, stack, useConsole } from './console-test.js';
import { accessibilityProblems } from './journey.js';

useConsole();

/** What the tests use in the page: they are compiled without the DOM. */
interface Dom {
  getComputedStyle(element: unknown): { readonly backgroundColor: string };
}

const main = () => page.getByRole('navigation', { name: 'Main' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function pay(): Promise<string> {
  const { body } = await client.post('/v1/payments?wait=10', { amount: { value: 1000, currency: 'EUR' } });
  return String(body['id']);
}

describe('the focus', () => {
  it('goes to the heading of a new page, but stays on the navigation', async () => {
    await heading('Overview').and(page.locator(':focus')).waitFor();
    const id = await pay();
    await main().getByRole('link', { name: 'Payments' }).press('Enter');
    await heading('Payments').waitFor();
    await page.getByRole('link', { name: id }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
    await page.getByRole('link', { name: id }).press('Enter');
    await heading(id).waitFor();
    await heading(id).and(page.locator(':focus')).waitFor();
    await page.goBack();
    await heading('Payments').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Id, reference' }).fill('refunds');
    await page.getByRole('option', { name: 'Refunds' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Refunds').and(page.locator(':focus')).waitFor();
  });

  it('is the browser’s on the first page, and on the heading after a sign-in', async () => {
    await page.reload();
    await heading('Overview').waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    const email = await page.evaluate<string>(
      'fetch("/console/api/session").then((answer) => answer.json()).then(({ user }) => user.email)',
    );
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${stack.apiUrl}/console/sign-in`);
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByLabel('Password').press('Enter');
    await other.getByRole('heading', { name: 'Overview' }).and(other.locator(':focus')).waitFor();
    await other.context().close();
  });
});

describe('a page that does not load', () => {
  it('leaves the frame, is loaded again once by itself, and then by a button', async () => {
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.route(/filters-[^/]*\.css$/, (route) => route.abort());
    await main().getByRole('link', { name: 'Payments' }).click();
    await heading('The page did not load').waitFor();
    await page.waitForURL(/payments$/);
    await expect.poll(() => loads).toBe(1);
    await heading('The page did not load').waitFor();
    expect(await page.title()).toBe('The page did not load - Test - Svc Payments');
    expect(await main().count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Try again').click();
    await expect.poll(() => loads).toBe(2);
    await heading('The page did not load').waitFor();
    await page.unrouteAll();
    await button('Try again').click();
    await heading('Payments').waitFor();
    expect(loads).toBe(3);
    forgetErrors(/ERR_FAILED|preload CSS/);
  });

  it('is not loaded again while the person leaves it', async () => {
    await page.evaluate('window.isFirst = true');
    await page.route(/refunds-page-[^/]*\.js$/, (route) => route.abort());
    // Firefox gives up what a page loads once the person leaves it.
    await page.evaluate('window.dispatchEvent(new Event("beforeunload"))');
    await main().getByRole('link', { name: 'Refunds' }).click();
    await heading('The page did not load').waitFor();
    await page.unrouteAll();
    await main().getByRole('link', { name: 'Payments' }).click();
    await heading('Payments').waitFor();
    expect(await page.evaluate('window.isFirst')).toBe(true);
    forgetErrors(/ERR_FAILED|TypeError/);
  });

  it('has a heading and a button when the session cannot be read', async () => {
    await page.route('**/console/api/session', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    await heading('The page did not load').waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unrouteAll();
    await button('Try again').click();
    await heading('Payments').waitFor();
    forgetErrors(/status of 503|has status 503/);
  });

  it('has a title of its own when it does not exist', async () => {
    await page.goto(`${stack.apiUrl}/console/test/nothing`);
    await heading('Not found').waitFor();
    expect(await page.title()).toBe('Not found - Test - Svc Payments');
    await page.goto(`${stack.apiUrl}/console/other/payments`);
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    expect(await page.title()).toBe('Not found - Svc Payments');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('the frame', () => {
  it('says what a press of Copy has done', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await pay();
    await page.goto(`${stack.apiUrl}/console/test/payments/${id}`);
    await button(`Copy ${id}`).first().click();
    await page.getByRole('status').getByText('Copied', { exact: true }).waitFor();
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await button(`Copy ${id}`).first().click();
    await page.getByRole('status').getByText('The browser refused to copy', { exact: true }).waitFor();
  });

  it('shows what is chosen in forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    // A browser paints other colors of a page as the background of its windows.
    const [highlight, background] = await page.evaluate<[string, string]>(`['Highlight', 'Canvas'].map((color) => {
      document.body.style.backgroundColor = color;
      return getComputedStyle(document.body).backgroundColor;
    })`);
    expect(highlight).not.toBe(background);
    const color = (chosen: Locator) =>
      chosen.evaluate((element) => (globalThis as unknown as Dom).getComputedStyle(element).backgroundColor);
    expect(await color(page.getByRole('link', { name: 'Test', exact: true }))).toBe(highlight);
    expect(await color(main().getByRole('link', { name: 'Overview' }))).toBe(highlight);
    await button('Search').click();
    expect(await color(page.getByRole('option', { selected: true }))).toBe(highlight);
    await page.keyboard.press('Escape');
    await page.goto(`${stack.apiUrl}/console/test/payments`);
    await button('Show code').click();
    expect(await color(page.getByRole('tab', { selected: true }))).toBe(highlight);
  });

  it('opens the menu of the person below its button, in a narrow window too', async () => {
    for (const width of [1280, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const menu = page.locator('[popover]');
      await button('Ada Lovelace').click();
      await menu.getByText('Role: owner').waitFor();
      const [box, over] = [await menu.boundingBox(), await button('Ada Lovelace').boundingBox()];
      if (box === null || over === null) throw new Error('the menu is not shown');
      expect(box.y).toBeGreaterThanOrEqual(over.y + over.height);
      expect(box.y).toBeLessThan(over.y + over.height + 12);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
  });
});
