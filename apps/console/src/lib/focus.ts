import type { RouterEvents } from '@tanstack/react-router';

/** Moves the focus to a text, such as a heading. */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  // Then it can have the focus, and Tab still leaves it out.
  if (element?.hasAttribute('tabindex') === false) element.tabIndex = -1;
  element?.focus(options);
}

/** Moves the focus to the heading of the page, or to its content. */
export function focusHeading(options?: FocusOptions): void {
  const content = document.querySelector<HTMLElement>('main');
  focusOn(content?.querySelector<HTMLElement>('h1') ?? content, options);
}

/**
 * Gives the focus to the heading of a new page, which also announces it: what had the focus has usually gone with the page
 * before. A link of the navigation keeps it, and so does an open dialog. The browser takes care of the first page.
 */
export function focusNewPage({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  if (fromLocation === undefined || !pathChanged) return;
  if (document.activeElement?.closest('nav, dialog[open]') != null) return;
  focusHeading({ preventScroll: true });
}
