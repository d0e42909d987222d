import type { LoggedRequest } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { list } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { ChoiceFilter, Filters, TextFilter } from '../../ui/filters';
import { List } from '../../ui/list';
import { PageTitle } from '../../ui/page-title';
import type { Column } from '../../ui/table';
import { peopleQuery } from '../team/team-query';
import { senderText } from './sender-text';

const CLASSES = ['2xx', '3xx', '4xx', '5xx'];
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<LoggedRequest>[] => [
  { title: 'When', cell: ({ at }) => timeText(at) },
  { title: 'Method', cell: ({ method }) => method },
  { title: 'Route', cell: ({ route }) => route },
  { title: 'Status', isNumber: true, cell: ({ status }) => status },
  { title: 'Code', cell: ({ code }) => code },
  { title: 'Duration', isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
  { title: 'Who', cell: (request) => senderText(request, names) },
];

/** The requests of the last seven days, those of people in the console included. */
export function RequestsPage(): ReactElement {
  const { client } = useMode();
  const search = useSearch({ from: '/$mode/requests' });
  const people = useQuery(peopleQuery);
  const names = new Map(people.data?.data.map(({ id, name }) => [id, name]));
  return (
    <>
      <PageTitle title="Requests" />
      <Filters search={search}>
        <ChoiceFilter label="Status" name="status" value={search['status']} options={CLASSES} />
        <TextFilter label="Operation" name="operationId" value={search['operationId']} />
        <ChoiceFilter label="Method" name="method" value={search['method']} options={METHODS} />
        <TextFilter label="Code" name="code" value={search['code']} />
        <TextFilter label="Key" name="keyId" value={search['keyId']} />
      </Filters>
      <List
        name="Requests"
        search={search}
        load={(signal) => client.requests.list(search, { signal })}
        pathOf={({ id }) => `requests/${id}`}
        columns={columnsWith(names)}
        empty={<p>No request was logged in the last seven days.</p>}
      />
      <ShowCode call={list('requests', search)} />
    </>
  );
}
