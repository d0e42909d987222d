import type { Webhook } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button';
import { DeleteWebhookDialog } from './delete-webhook-dialog';
import { EditWebhookDialog } from './edit-webhook-dialog';
import { ReplayDialog } from './replay-dialog';
import { RotateSecretDialog } from './rotate-secret-dialog';
import { TestDialog } from './test-dialog';
import { ToggleButton } from './toggle-button';
import styles from './webhooks.module.css';

/** What every dialog of a webhook gets. */
export interface ActionProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  /** Says on the page what was done. */
  readonly onDone: (text: string) => void;
}

const DIALOGS = {
  Edit: EditWebhookDialog,
  'Send test': TestDialog,
  Replay: ReplayDialog,
  'Rotate secret': RotateSecretDialog,
  Delete: DeleteWebhookDialog,
} as const;

const NAMES = Object.keys(DIALOGS) as (keyof typeof DIALOGS)[];

/** What can be done with a webhook. */
export function WebhookActions({ webhook, onDone }: Omit<ActionProps, 'onClose'>): ReactElement {
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Opened = open === undefined ? undefined : DIALOGS[open];
  return (
    <>
      <div className={styles['actions']}>
        {NAMES.map((name) => (
          <Button key={name} kind={name === 'Delete' ? 'danger' : undefined} onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <ToggleButton webhook={webhook} onDone={onDone} />
      </div>
      {Opened !== undefined && <Opened webhook={webhook} onDone={onDone} onClose={() => setOpen(undefined)} />}
    </>
  );
}
