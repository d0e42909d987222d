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

/** Milliseconds that a page or a dialog has to move the focus itself. */
const SETTLING_MS = 50;

/**
 * Gives the focus to the heading of the dialog or of the page when the control that has it goes away, such as a button after the
 * last thing that can be done. The browser would forget where the person is, and a screen reader would say nothing.
 */
export function keepFocus(root: Document): void {
  let last: EventTarget | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = (): boolean => root.activeElement === root.body && last instanceof HTMLElement && !last.isConnected;
  root.addEventListener('focusin', ({ target }) => (last = target));
  // A press beside every control takes the focus away on purpose.
  root.addEventListener('pointerdown', () => (last = null), { capture: true });
  new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isLost()) return;
      last = null;
      const dialog = [...root.querySelectorAll('dialog[open]')].at(-1);
      if (dialog === undefined) focusHeading({ preventScroll: true });
      else focusOn(dialog.querySelector<HTMLElement>('h2'));
    }, SETTLING_MS);
  }).observe(root.body, { childList: true, subtree: true });
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
