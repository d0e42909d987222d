import type { AuditEntry } from '@svc/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { buttonClass } from '../../ui/button';
import { Filters, TextFilter } from '../../ui/filters';
import { FailureNotice } from '../../ui/notice';
import { PageTitle } from '../../ui/page-title';
import { Table, type Column } from '../../ui/table';
import { peopleQuery } from '../team/team-query';
import { actorText } from './actor-text';

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<AuditEntry>[] => [
  { title: 'When', cell: ({ at }) => timeText(at) },
  { title: 'What', cell: ({ action }) => action },
  { title: 'Who', cell: (entry) => actorText(entry, names) },
  { title: 'Object', cell: ({ objectId }) => objectId },
  { title: 'Changed', cell: ({ changes }) => changes.join(', ') },
  { title: 'Mode', cell: ({ mode }) => mode },
];

/** Who did what. */
export function AuditLogPage(): ReactElement {
  const { mode, client } = useMode();
  const search = useSearch({ from: '/$mode/audit-log' });
  const { data, error } = useQuery({
    queryKey: [mode, 'Audit log', search],
    queryFn: ({ signal }) => client.security.auditLog(search, { signal }),
    placeholderData: keepPreviousData,
  });
  const people = useQuery(peopleQuery);
  const names = new Map(people.data?.data.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageTitle title="Audit log" />
      <Filters search={search}>
        <TextFilter label="Object" name="objectId" value={search['objectId']} />
        <TextFilter label="Action" name="action" value={search['action']} />
      </Filters>
      {error !== null && <FailureNotice error={error} />}
      {data !== undefined && (
        <>
          <Table name="Audit log" items={data.data} idOf={({ requestId }) => requestId} columns={columnsWith(names)} />
          {data.hasMore && (
            <p>
              <Link
                to="."
                search={(before) => ({ ...before, cursor: data.nextCursor ?? undefined })}
                className={buttonClass()}
              >
                Next page
              </Link>
            </p>
          )}
        </>
      )}
    </>
  );
}
