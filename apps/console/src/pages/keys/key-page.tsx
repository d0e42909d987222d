import { useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { retrieve } from '../../code/call';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { SuccessNotice } from '../../ui/notice';
import { ObjectPage } from '../../ui/object-page';
import { KeyActions } from './key-actions';
import { keyFacts } from './key-values';

export function KeyPage(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const { id } = useParams({ from: '/$mode/keys/$id' });
  const [done, setDone] = useState<string | null>(null);
  return (
    <ObjectPage
      name="key"
      id={id}
      read={(signal) => client.apiKeys.retrieve(id, { signal })}
      statusOf={({ status }) => status}
      actions={(apiKey) => (
        <>
          <SuccessNotice>{done}</SuccessNotice>
          {mayUse(session, mode, 'security:write') && <KeyActions apiKey={apiKey} onDone={setDone} />}
        </>
      )}
      factsOf={keyFacts}
      call={retrieve('apiKeys', id)}
    />
  );
}
