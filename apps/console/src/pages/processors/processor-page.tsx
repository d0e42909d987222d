import type { Processor } from '@svc/sdk';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { ObjectPage } from '../../ui/object-page';
import { ProcessorActions } from './processor-actions';

export function ProcessorPage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/processors/$id' });
  return (
    <ObjectPage
      name="processor"
      id={id}
      read={(signal) => client.processors.retrieve(id, { signal })}
      statusOf={({ status }) => status}
      factsOf={processorFacts}
      call={retrieve('processors', id)}
    >
      {(processor) => <ProcessorActions processor={processor} />}
    </ObjectPage>
  );
}

function processorFacts(processor: Processor): Fact[] {
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
