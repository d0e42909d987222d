/**
 * Ignores the second click of a double click on a button: it would do the same again, or press the button that has taken its
 * place. Key presses are not affected.
 */
export function ignoreDoubleClicks(target: EventTarget): void {
  const ignore = (event: Event): void => {
    if (!(event instanceof MouseEvent) || event.detail < 2) return;
    if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  target.addEventListener('click', ignore, { capture: true });
}
