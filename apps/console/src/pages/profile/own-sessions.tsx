import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { timeText } from '../../lib/time';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { Table } from '../../ui/table';
import { browserName } from './browser-name';

const QUERY_KEY = ['profile', 'sessions'];

/** The sessions of the person, with buttons that end them. */
export function OwnSessions({ onDone }: { readonly onDone: (message: string) => void }): ReactElement {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: QUERY_KEY, queryFn: () => consoleApi.ownSessions() });
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? consoleApi.endOtherSessions() : consoleApi.endSession(id),
    onSuccess: (_, id) => onDone(id === undefined ? 'Your other sessions have ended.' : 'The session has ended.'),
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <>
      <h2>Sessions</h2>
      {error !== null && <FailureNotice error={error} />}
      {end.error !== null && <FailureNotice error={end.error} />}
      {data !== undefined && (
        <>
          <Table
            name="Sessions"
            items={data.data}
            columns={[
              { title: 'Browser', cell: ({ browser }) => browserName(browser) },
              { title: 'Address', cell: ({ address }) => address },
              { title: 'Account', cell: ({ accountName }) => accountName },
              { title: 'Signed in', cell: ({ startedAt }) => timeText(startedAt) },
              { title: 'Last used', cell: ({ lastUsedAt }) => timeText(lastUsedAt) },
              {
                title: 'Actions',
                cell: ({ id, isCurrent }) =>
                  isCurrent ? (
                    'This session'
                  ) : (
                    <Button aria-label={`End session ${id}`} isBusy={end.isPending} onClick={() => end.mutate(id)}>
                      End
                    </Button>
                  ),
              },
            ]}
          />
          {data.data.length > 1 && (
            <p>
              <Button kind="danger" isBusy={end.isPending} onClick={() => end.mutate(undefined)}>
                End all other sessions
              </Button>
            </p>
          )}
        </>
      )}
    </>
  );
}
