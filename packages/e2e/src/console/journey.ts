import { accessibilityViolations, PASSWORD } from '@svc/testing';
import type { Browser, Page, Stack } from '@svc/testing';

/** Longer than the service keeps a session in memory. */
export const SESSION_CACHED_MS = 3_100;

let people = 0;

interface Joining {
  readonly accountId: string;
  readonly role?: 'approver' | 'developer' | 'finance' | 'support' | 'viewer';
}

/** Opens the console in a browser of its own, as a new person with the role, or as an owner. */
export async function joinConsole(browser: Browser, stack: Stack, { accountId, role }: Joining): Promise<Page> {
  const email = `person${(people += 1)}@example.com`;
  const token = await stack.createConsoleLink(accountId, role && { email, role });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${stack.apiUrl}/console/welcome#${token}`);
  await page.getByLabel('Name').fill('Ada Lovelace');
  if (role === undefined) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

/** What violates WCAG, or goes beyond the side of the window, in both schemes and on a small screen. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      problems.push(...(await accessibilityViolations(page)).map((problem) => `${width} ${colorScheme} ${problem}`));
    }
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (needed > width) problems.push(`the page is ${needed} wide in a window of ${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  return problems;
}

/** Presses Tab until the button has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedText(page)) === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

export function focusedText(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement?.textContent');
}
