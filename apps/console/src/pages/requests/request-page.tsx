import type { LoggedRequest } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { Facts } from '../../ui/facts';
import { JsonDetails } from '../../ui/json';
import { FailureNotice } from '../../ui/notice';
import { ObjectTitle } from '../../ui/object-title';
import { peopleQuery } from '../team/team-query';
import { senderText } from './sender-text';

export function RequestPage(): ReactElement {
  const { mode, client } = useMode();
  const { id } = useParams({ from: '/$mode/requests/$id' });
  const { data, error, isPending } = useQuery({
    queryKey: [mode, 'request', id],
    queryFn: ({ signal }) => client.requests.retrieve(id, { signal }),
  });
  const people = useQuery(peopleQuery);
  const names = new Map(people.data?.data.map((person) => [person.id, person.name]));
  return (
    <>
      <ObjectTitle id={id} />
      {error !== null && <FailureNotice error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && (
        <>
          <Facts facts={requestFacts(data, names)} />
          {data.code !== null && (
            <p>
              <a href={`/errors/${encodeURIComponent(data.code)}`}>What {data.code} means</a>
            </p>
          )}
          <ShowCode call={retrieve('requests', id)} />
          <JsonDetails value={data} />
        </>
      )}
    </>
  );
}

function requestFacts(request: LoggedRequest, names: ReadonlyMap<string, string>): Fact[] {
  const { at, method, route, operationId, status, code, durationMs, keyId } = request;
  const sender = { label: 'Who', text: senderText(request, names) };
  return [
    { label: 'When', text: timeText(at) },
    { label: 'Method', text: method },
    { label: 'Route', text: route ?? 'No operation has this address.' },
    { label: 'Operation', text: operationId },
    { label: 'Status', text: status === null ? 'The client closed the connection first.' : String(status) },
    { label: 'Code', text: code },
    { label: 'Duration', text: `${durationMs} ms` },
    keyId === null ? sender : { ...sender, path: `keys/${keyId}` },
  ];
}
