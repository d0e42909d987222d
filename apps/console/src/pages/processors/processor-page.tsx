import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { SLOW_POLL_MS } from '../../lib/polling';
import { ObjectPage } from '../../ui/object-page';
import { ProcessorActions } from './processor-actions';
import { processorFacts } from './processor-facts';

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
      pollAfter={() => SLOW_POLL_MS}
      call={retrieve('processors', id)}
    >
      {(processor) => <ProcessorActions processor={processor} />}
    </ObjectPage>
  );
}
