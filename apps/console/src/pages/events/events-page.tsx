import type { WebhookEvent } from '@svc/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { eventKinds } from '../../generated/webhook-terms';
import { useMode } from '../../lib/modes';
import { objectPath } from '../../lib/object-path';
import { timeText } from '../../lib/time';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import type { Column } from '../../ui/table';
import { summaryOf } from './event-tail';
import { LiveTail } from './live-tail';

const COLUMNS: readonly Column<WebhookEvent>[] = [
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Object', cell: (event) => <ObjectLink id={summaryOf(event).objectId} /> },
  { title: 'Created', cell: ({ created }) => timeText(created) },
];

export function EventsPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/events' });
  return (
    <>
      <PageTitle title="Events" />
      <LiveTail />
      <Filters search={search} hasTimes={false}>
        <ChoiceFilter label="Type" name="type" value={search['type']} options={eventKinds} />
        <TextFilter label="Object" name="objectId" value={search['objectId']} />
      </Filters>
      <List
        name="Events"
        search={search}
        load={(signal) => client.events.list(search, { signal })}
        pathOf={({ id }) => `events/${id}`}
        columns={COLUMNS}
        empty={
          <>
            <p>Nothing has happened yet. Create a payment, or read events with this call:</p>
            <pre tabIndex={0}>{`curl ${window.location.origin}/v1/events \\
  -H "Authorization: Bearer $SVC_API_KEY"`}</pre>
          </>
        }
      />
    </>
  );
}

function ObjectLink({ id }: { readonly id: string | null }): ReactElement | string | null {
  const { mode } = useMode();
  const path = id === null ? undefined : objectPath(id);
  if (path === undefined) return id;
  return (
    <Link to="/$mode/$" params={{ mode, _splat: path }}>
      {id}
    </Link>
  );
}
