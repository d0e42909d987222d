import type { ProcessorVerification } from '@svc/sdk';

/** What a key without the permission may not do, and what does not work because of it. */
const LACKING: Readonly<Record<string, string>> = {
  payments: 'The key may not make and read payments. Payments of this connection wait.',
  statement: 'What the processor has booked cannot be read. The reconciliation cannot compare its payments.',
  events: 'The key may not list events. Changes that lost webhooks did not report are not found.',
  settlement: 'The key may not read the movements of the balance. They are missing in the settlement report.',
  disputes: 'The key may not read disputes. They are not shown here.',
};

/** What the credentials may not do, in words. Empty if they may do everything. */
export function lackingTexts({ permissions }: Pick<ProcessorVerification, 'permissions'>): string[] {
  return permissions
    .filter(({ granted }) => !granted)
    .map(({ name }) =>
      Object.hasOwn(LACKING, name) ? String(LACKING[name]) : `The key lacks the permission "${name}".`,
    );
}
