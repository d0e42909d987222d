import type { Mode } from '../session/client';

/** What a mode means for money. Dialogs say it: the navigation is behind them. */
export const MODE_EFFECTS: Readonly<Record<Mode, string>> = {
  test: 'Test mode: no money moves.',
  live: 'Live mode: real money.',
};
