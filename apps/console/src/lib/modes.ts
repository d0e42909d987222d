import { useParams } from '@tanstack/react-router';
import { clientOf, type Mode } from '../session/client';

export const MODES: readonly Mode[] = ['test', 'live'];

export const MODE_NAMES: Readonly<Record<Mode, string>> = { test: 'Test', live: 'Live' };

export function isMode(text: string): text is Mode {
  return text === 'test' || text === 'live';
}

/** The mode of the page, and the client library for it. */
export function useMode(): { readonly mode: Mode; readonly client: ReturnType<typeof clientOf> } {
  const { mode } = useParams({ from: '/$mode' });
  return { mode, client: clientOf(mode) };
}
