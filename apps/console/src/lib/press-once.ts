/** One press does one thing: a held Enter key and a double click would do it again, or press what has taken its place. */
export function guardPresses(target: EventTarget): void {
  target.addEventListener('keydown', ignoreHeldEnter, { capture: true });
  target.addEventListener('click', ignoreSecondClick, { capture: true });
}

/** In a field with lines, it makes lines. */
function ignoreHeldEnter(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !event.repeat || event.key !== 'Enter') return;
  if (event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function ignoreSecondClick(event: Event): void {
  // A press of a key is a click without a count.
  if (!(event instanceof MouseEvent) || event.detail < 2) return;
  if (!(event.target instanceof Element) || event.target.closest('button') === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
