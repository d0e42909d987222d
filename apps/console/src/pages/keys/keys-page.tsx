import type { ApiKey, ApiKeyStatus } from '@svc/sdk';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { ChoiceFilter, Filters } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { CreateKey } from './create-key';

const COLUMNS: readonly Column<ApiKey>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Scopes', isNumber: true, cell: ({ scopes }) => scopes.length },
  { title: 'Expires', cell: ({ expiresAt }) => (expiresAt === null ? 'never' : timeText(expiresAt)) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : timeText(lastUsedAt)) },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

/** The API keys of a mode. */
export function KeysPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const search = useSearch({ from: '/$mode/keys' });
  const [isCreating, setCreating] = useState(false);
  // The service refuses another status.
  const params = { ...search, status: search['status'] as ApiKeyStatus | undefined, mode };
  return (
    <>
      <PageTitle title="Keys" />
      {mayUse(session, mode, 'security:write') && (
        <div>
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create key
          </Button>
        </div>
      )}
      <Filters search={search} hasTimes={false}>
        <ChoiceFilter
          label="Status"
          name="status"
          value={search['status']}
          options={['active', 'expired', 'revoked']}
        />
      </Filters>
      <List
        name="Keys"
        search={search}
        load={(signal) => client.apiKeys.list(params, { signal })}
        pathOf={({ id }) => `keys/${id}`}
        columns={COLUMNS}
        empty={<p>There are no keys in this mode.</p>}
      />
      <ShowCode call={list('apiKeys', params)} />
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </>
  );
}
