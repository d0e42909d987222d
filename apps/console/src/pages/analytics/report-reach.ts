import type { Report } from '@svc/sdk';
import { timeText } from '../../lib/time';

/** Until when a settlement report is complete. Null for other reports. */
export function completeText({ asOf }: Pick<Report, 'asOf'>): string | null {
  return asOf === null ? null : `Complete until ${timeText(asOf)}`;
}

/** What is missing in a settlement report. Null if nothing is. */
export function missingText({ unreadProcessors }: Pick<Report, 'unreadProcessors'>): string | null {
  if (unreadProcessors === null || unreadProcessors.length === 0) return null;
  const names = unreadProcessors.map(({ name, asOf }) => `${name} (since ${timeText(asOf)})`);
  return `Incomplete. The balance could not be read lately, and movements are missing: ${names.join(', ')}.`;
}
