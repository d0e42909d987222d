import type { RouterEvents } from '@tanstack/react-router';

/**
 * Gives the focus to the heading of a new page, which also announces it: what had the focus has usually gone with the page
 * before. A link of the navigation keeps it, and so does an open dialog. The browser takes care of the first page.
 */
export function focusNewPage({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  if (fromLocation === undefined || !pathChanged) return;
  if (document.activeElement?.closest('nav, dialog[open]') != null) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
