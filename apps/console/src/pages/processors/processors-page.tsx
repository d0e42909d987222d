import type { Processor } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { ConnectProcessor } from './connect-processor';

const COLUMNS: readonly Column<Processor>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'New payments', cell: ({ enabled }) => <Status status={enabled ? 'enabled' : 'disabled'} /> },
  { title: 'Credentials', cell: ({ status }) => <Status status={status} /> },
  { title: 'Priority', isNumber: true, cell: ({ priority }) => priority },
  { title: 'Currencies', cell: ({ currencies }) => currencies?.join(', ') ?? 'all' },
];

export function ProcessorsPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const search = useSearch({ from: '/$mode/processors' });
  const [isConnecting, setConnecting] = useState(false);
  return (
    <>
      <PageTitle title="Processors" />
      {mayUse(session, mode, 'processors:write') && (
        <div>
          <Button onClick={() => setConnecting(true)}>Connect</Button>
        </div>
      )}
      <List
        name="Processors"
        search={search}
        load={(signal) => client.processors.list(search, { signal })}
        pathOf={({ id }) => `processors/${id}`}
        columns={COLUMNS}
        empty={<p>No processor is connected. Test payments go to the sandbox.</p>}
      />
      <ShowCode call={list('processors', search)} />
      {isConnecting && <ConnectProcessor onClose={() => setConnecting(false)} />}
    </>
  );
}
