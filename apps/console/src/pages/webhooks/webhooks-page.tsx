import type { Webhook } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { CreateWebhookDialog } from './create-webhook-dialog';

const COLUMNS: readonly Column<Webhook>[] = [
  { title: 'URL', cell: ({ url }) => url },
  { title: 'Status', cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} /> },
  { title: 'Events', cell: ({ events }) => events.join(', ') },
  { title: 'Description', cell: ({ description }) => description },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

export function WebhooksPage(): ReactElement {
  const { mode, client } = useMode();
  const search = useSearch({ from: '/$mode/webhooks' });
  const [isCreating, setCreating] = useState(false);
  const mayWrite = mayUse(useSession(), mode, 'webhooks:write');
  return (
    <>
      <PageTitle title="Webhooks" />
      {mayWrite && (
        <div>
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create webhook
          </Button>
        </div>
      )}
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
      <List
        name="Webhooks"
        search={search}
        load={(signal) => client.webhooks.list(search, { signal })}
        pathOf={({ id }) => `webhooks/${id}`}
        columns={COLUMNS}
        empty={
          <>
            <p>There are no webhooks yet. This call creates one:</p>
            <pre tabIndex={0}>{`curl ${window.location.origin}/v1/webhooks \\
  -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
  -d '{"url":"https://shop.example.com/webhooks","events":["*"]}'`}</pre>
          </>
        }
      />
    </>
  );
}
