/** Moves the focus to a text, such as a heading. */
export function focusOn(element: HTMLElement | null | undefined): void {
  // Then it can have the focus, and Tab still leaves it out.
  if (element?.hasAttribute('tabindex') === false) element.tabIndex = -1;
  element?.focus();
}

/** Moves the focus to the heading of the page, or to its content. */
export function focusHeading(): void {
  const content = document.getElementById('content');
  focusOn(content?.querySelector<HTMLElement>('h1') ?? content);
}
