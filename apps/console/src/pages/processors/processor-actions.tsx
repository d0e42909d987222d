import type { Processor, ProcessorVerification } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { DialogButtons } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { FailureNotice, Notice, SuccessNotice } from '../../ui/notice';
import { DeleteProcessor, EditProcessor } from './change-processor';
import { lackingTexts } from './lacking';

/** Changes the connection, verifies the credentials, disables, enables or deletes it. */
export function ProcessorActions({ processor }: { readonly processor: Processor }): ReactElement | null {
  const { mode, client } = useMode();
  const session = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'toggle' | 'delete'>();
  const [done, setDone] = useState<string | null>(null);
  const { id, enabled } = processor;
  const verify = useMutation({
    mutationFn: async () => {
      const verified = await client.processors.verify(id);
      const refused = errorOf(verified);
      if (refused !== undefined) throw refused;
      return lackingTexts(verified);
    },
    onMutate: () => setDone(null),
    onSuccess: () => setDone('The processor accepts the credentials.'),
    onSettled: () => queries.invalidateQueries({ queryKey: [mode] }),
  });
  if (!mayUse(session, mode, 'processors:write')) return null;
  const close = (): void => setOpen(undefined);
  const finish = (text: string): void => {
    close();
    setDone(text);
  };
  return (
    <>
      <SuccessNotice>{done}</SuccessNotice>
      {verify.error !== null && <FailureNotice error={verify.error} />}
      {verify.data !== undefined && verify.data.length > 0 && (
        <Notice>
          <ul>
            {verify.data.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DialogButtons>
        <Button onClick={() => !verify.isPending && verify.mutate()} aria-disabled={verify.isPending}>
          Verify
        </Button>
        <Button onClick={() => setOpen('edit')}>Edit</Button>
        <Button kind={enabled ? 'danger' : undefined} onClick={() => setOpen('toggle')}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button kind="danger" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </DialogButtons>
      {open === 'edit' && <EditProcessor processor={processor} onDone={finish} onClose={close} />}
      {open === 'delete' && <DeleteProcessor processor={processor} onClose={close} />}
      {open === 'toggle' && (
        <DialogForm
          title={enabled ? 'Disable the connection' : 'Enable the connection'}
          action={enabled ? 'Disable connection' : 'Enable connection'}
          isDangerous={enabled}
          run={() => client.processors.update(id, { enabled: !enabled }, { ifMatch: `"${processor.version}"` })}
          onDone={() => finish(enabled ? 'The connection was disabled.' : 'The connection was enabled.')}
          onClose={close}
        >
          <p>
            {enabled
              ? 'New payments use other processors. Payments in progress are completed.'
              : 'New payments can use it.'}
          </p>
        </DialogForm>
      )}
    </>
  );
}

/** Why the processor does not accept the credentials. */
function errorOf({ status, lastError }: ProcessorVerification): Error | undefined {
  return status === 'ok' ? undefined : new Error(lastError ?? 'The processor cannot be reached.');
}
