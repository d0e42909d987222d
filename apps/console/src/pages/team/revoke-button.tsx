import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ConsoleSchemas } from '@svc/contract';
import { consoleApi } from '../../session/console-api';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { TEAM } from './team-query';

interface RevokeButtonProps {
  readonly invitation: ConsoleSchemas['Invitation'];
  readonly onDone: (message: string) => void;
}

export function RevokeButton({ invitation, onDone }: RevokeButtonProps): ReactElement {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => consoleApi.revokeInvitation(invitation.id),
    onSuccess: async () => {
      onDone('The invitation was revoked.');
      await client.invalidateQueries({ queryKey: TEAM });
    },
  });
  return (
    <>
      <Button isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
        Revoke
      </Button>
      {revoke.error !== null && <FailureNotice error={revoke.error} />}
    </>
  );
}
