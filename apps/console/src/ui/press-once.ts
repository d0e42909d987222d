import type { KeyboardEvent } from 'react';

/** A held Enter key presses a button once, and not the next one that gets the focus. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
