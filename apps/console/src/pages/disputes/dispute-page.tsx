import type { Dispute } from '@svc/sdk';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import { timeText } from '../../lib/time';
import { buttonClass } from '../../ui/button';
import { ObjectPage } from '../../ui/object-page';

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
      call={retrieve('disputes', id)}
    >
      {({ processorUrl }) => isWebAddress(processorUrl) && <AnswerLink url={processorUrl} />}
    </ObjectPage>
  );
}

function AnswerLink({ url }: { readonly url: string }): ReactElement {
  return (
    <p>
      <a className={buttonClass()} href={url} rel="noreferrer" target="_blank">
        Respond at the payment processor
      </a>
    </p>
  );
}

/** The URL comes from the processor; only https is linked. */
function isWebAddress(url: string | null): url is string {
  return url !== null && /^https:\/\//i.test(url);
}

function disputeFacts({ amount, paymentId, reason, evidenceDueBy, createdAt, updatedAt }: Dispute): Fact[] {
  return [
    { label: 'Amount', text: moneyText(amount) },
    { label: 'Payment', text: paymentId, path: `payments/${paymentId}`, isCopyable: true },
    { label: 'Reason', text: reason },
    { label: 'Respond by', text: evidenceDueBy === null ? null : timeText(evidenceDueBy) },
    { label: 'Opened', text: timeText(createdAt) },
    { label: 'Changed', text: timeText(updatedAt) },
  ];
}
