import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

/** The headless shell is Chromium without the windows and menus that no test sees: it needs less of the processor. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/** Starts the Chromium of the operating system. */
export function startBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const files = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const executablePath = files.find((file) => existsSync(file));
  if (executablePath === undefined) throw new Error('chromium is not installed; on Debian: apt-get install chromium');
  return chromium.launch({ executablePath });
}

/** What the page violates of WCAG 2.2 AA and of axe's best practices, with the elements. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Everything that the page reports as an error from now on, such as a violation of its content policy. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    // Browsers ask every site for its icon.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
