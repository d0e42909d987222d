import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Facts } from '../../ui/facts';
import { SuccessNotice } from '../../ui/notice';
import { ObjectFailure } from '../../ui/object-failure';
import { ObjectTitle } from '../../ui/object-title';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';
import { WebhookHealth } from './webhook-health';
import { webhookFacts } from './webhook-facts';
import { webhookQuery } from './webhook-query';

export function WebhookPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const { id } = useParams({ from: '/$mode/webhooks/$id' });
  const { data, error } = useQuery(webhookQuery(mode, client, id));
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <p>
        <Link to="/$mode/webhooks" params={{ mode }}>
          Back to the list
        </Link>
      </p>
      <ObjectTitle id={id} status={data && (data.enabled ? 'enabled' : 'disabled')} />
      <SuccessNotice>{done}</SuccessNotice>
      {error !== null && <ObjectFailure error={error} />}
      {data !== undefined && (
        <>
          <Facts facts={webhookFacts(data)} />
          {mayUse(session, mode, 'webhooks:write') && <WebhookActions webhook={data} onDone={setDone} />}
          {mayUse(session, mode, 'analytics:read') && <WebhookHealth id={id} />}
          <Deliveries id={id} />
        </>
      )}
    </>
  );
}
