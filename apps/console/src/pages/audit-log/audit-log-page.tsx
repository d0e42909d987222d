import type { AuditEntry } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import type { Column, Identified } from '../../ui/table';
import { peopleQuery } from '../team/team-query';
import { actorText, changesText } from './entry-text';

/** Its id is that of the request that made it, which can have made other entries too. */
type Entry = AuditEntry & Identified;

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<Entry>[] => [
  { title: 'When', cell: ({ at }) => timeText(at) },
  { title: 'What', cell: ({ action }) => action },
  { title: 'Who', cell: (entry) => actorText(entry, names) },
  { title: 'Object', cell: ({ objectId }) => objectId },
  { title: 'Changed', cell: changesText },
  { title: 'Mode', cell: ({ mode }) => mode },
];

/** Who did what. */
export function AuditLogPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/audit-log' });
  const people = useQuery(peopleQuery);
  const names = new Map(people.data?.data.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageTitle title="Audit log" />
      <Filters search={search}>
        <TextFilter label="Object" name="objectId" value={search['objectId']} />
        <TextFilter label="Action" name="action" value={search['action']} />
        <TextFilter label="API key" name="keyId" value={search['keyId']} />
      </Filters>
      <List
        name="Audit log"
        search={search}
        load={async (signal) => {
          const page = await client.security.auditLog(search, { signal });
          return {
            ...page,
            data: page.data.map((entry) => ({ ...entry, id: entry.requestId, rowKey: JSON.stringify(entry) })),
          };
        }}
        columns={columnsWith(names)}
        empty={<p>There are no entries yet.</p>}
      />
    </>
  );
}
