import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import type { ActionProps } from './webhook-actions';
import { webhookQuery } from './webhook-query';

/** Disables a webhook, or enables it again. */
export function ToggleButton({ webhook, onDone }: Omit<ActionProps, 'onClose'>): ReactElement {
  const { id, enabled } = webhook;
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationFn: () => client.webhooks.update(id, { enabled: !enabled }),
    onSuccess: (changed) => {
      queries.setQueryData(webhookQuery(mode, client, id).queryKey, changed);
      onDone(changed.enabled ? 'The webhook was enabled.' : 'The webhook was disabled. Deliveries wait.');
    },
  });
  return (
    <>
      <Button isBusy={toggle.isPending} onClick={() => toggle.mutate()}>
        {enabled ? 'Disable' : 'Enable'}
      </Button>
      {toggle.error !== null && <FailureNotice error={toggle.error} />}
    </>
  );
}
