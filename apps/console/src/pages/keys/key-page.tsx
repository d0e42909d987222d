import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { ShowCode } from '../../code/show-code';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Facts } from '../../ui/facts';
import { JsonDetails } from '../../ui/json';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { ObjectTitle } from '../../ui/object-title';
import { KeyActions } from './key-actions';
import { keyFacts } from './key-values';

export function KeyPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const { id } = useParams({ from: '/$mode/keys/$id' });
  const [done, setDone] = useState<string | null>(null);
  const { data, error, isPending } = useQuery({
    queryKey: [mode, 'key', id],
    queryFn: ({ signal }) => client.apiKeys.retrieve(id, { signal }),
  });
  return (
    <>
      <ObjectTitle id={id} status={data?.status} />
      {error !== null && <FailureNotice error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && (
        <>
          <SuccessNotice>{done}</SuccessNotice>
          {mayUse(session, mode, 'security:write') && <KeyActions apiKey={data} onDone={setDone} />}
          <Facts facts={keyFacts(data)} />
          <ShowCode call={retrieve('apiKeys', id)} />
          <JsonDetails value={data} />
        </>
      )}
    </>
  );
}
