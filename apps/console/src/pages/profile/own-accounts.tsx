import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { Table } from '../../ui/table';

/** The accounts that the person belongs to. Shows nothing if there is only one. */
export function OwnAccounts(): ReactElement | null {
  const { data, error } = useQuery({ queryKey: ['profile', 'accounts'], queryFn: () => consoleApi.ownAccounts() });
  const change = useMutation({
    mutationFn: (accountId: string) => consoleApi.switchAccount({ accountId }),
    // A new page: nothing of the other account stays in memory.
    onSuccess: () => window.location.replace('/console/'),
  });
  if (error !== null) return <FailureNotice error={error} />;
  if (data === undefined || data.data.length < 2) return null;
  return (
    <>
      <h2>Accounts</h2>
      {change.error !== null && <FailureNotice error={change.error} />}
      <Table
        name="Accounts"
        items={data.data}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Role', cell: ({ role }) => role },
          {
            title: 'Actions',
            cell: ({ id, name, isCurrent }) =>
              isCurrent ? (
                'This account'
              ) : (
                <Button aria-label={`Switch to ${name}`} isBusy={change.isPending} onClick={() => change.mutate(id)}>
                  Switch
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
