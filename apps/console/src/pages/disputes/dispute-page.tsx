import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { SLOW_POLL_MS } from '../../lib/polling';
import { buttonClass } from '../../ui/button';
import { ObjectPage } from '../../ui/object-page';
import { disputeFacts, processorLinkText } from './dispute-facts';

export function DisputePage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/disputes/$id' });
  return (
    <ObjectPage
      name="dispute"
      id={id}
      read={(signal) => client.disputes.retrieve(id, { signal })}
      statusOf={({ status }) => status}
      factsOf={disputeFacts}
      pollAfter={() => SLOW_POLL_MS}
      call={retrieve('disputes', id)}
    >
      {({ status, processorUrl }) =>
        isWebAddress(processorUrl) && <ProcessorLink url={processorUrl} text={processorLinkText({ status })} />
      }
    </ObjectPage>
  );
}

function ProcessorLink({ url, text }: { readonly url: string; readonly text: string }): ReactElement {
  return (
    <p>
      <a className={buttonClass()} href={url} rel="noreferrer" target="_blank">
        {text}
      </a>
    </p>
  );
}

/** The URL comes from the processor; only https is linked. */
function isWebAddress(url: string | null): url is string {
  return url !== null && /^https:\/\//i.test(url);
}
