import type { LoggedRequest } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { retrieve } from '../../code/call';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { ObjectPage } from '../../ui/object-page';
import { peopleQuery } from '../team/team-query';
import { senderText } from './sender-text';

export function RequestPage(): ReactElement {
  const { client } = useMode();
  const { id } = useParams({ from: '/$mode/requests/$id' });
  const people = useQuery(peopleQuery);
  const names = new Map(people.data?.data.map((person) => [person.id, person.name]));
  return (
    <ObjectPage
      name="request"
      id={id}
      read={(signal) => client.requests.retrieve(id, { signal })}
      factsOf={(request) => requestFacts(request, names)}
      call={retrieve('requests', id)}
    >
      {({ code }) =>
        code !== null && (
          <p>
            <a href={`/errors/${encodeURIComponent(code)}`}>What {code} means</a>
          </p>
        )
      }
    </ObjectPage>
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
