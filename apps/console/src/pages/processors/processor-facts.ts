import type { Processor } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { timeText } from '../../lib/time';

/** What the page of a connection says about it. */
export function processorFacts(processor: Processor): Fact[] {
  return [
    { label: 'Name', text: processor.name },
    { label: 'Kind', text: processor.kind },
    { label: 'New payments', text: processor.enabled ? 'enabled' : 'disabled' },
    { label: 'Last error', text: processor.lastError },
    { label: 'Warnings', text: processor.warnings.map(({ detail }) => detail).join(' ') || null },
    { label: 'Account at the processor', text: processor.externalAccountId, isCopyable: true },
    { label: 'Priority', text: String(processor.priority) },
    { label: 'Currencies', text: processor.currencies?.join(', ') ?? 'all' },
    { label: 'Smallest amount', text: processor.amountMin === null ? null : String(processor.amountMin) },
    { label: 'Largest amount', text: processor.amountMax === null ? null : String(processor.amountMax) },
    { label: 'Callbacks go to', text: processor.callbackUrl, isCopyable: true },
    { label: 'Connected', text: timeText(processor.createdAt) },
    { label: 'Changed', text: timeText(processor.updatedAt) },
  ];
}
