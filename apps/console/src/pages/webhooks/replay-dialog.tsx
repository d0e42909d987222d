import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import styles from '../../ui/choices.module.css';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { countReplay, countText, type ReplayRange } from './replay-count';
import type { ActionProps } from './webhook-actions';

const HOUR_MS = 3_600_000;

/** Delivers past events again, after it has said how many. */
export function ReplayDialog({ webhook, onClose, onDone }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const [range, setRange] = useState<ReplayRange>(() => lastHours(24, true));
  const counted = useQuery({
    queryKey: [mode, 'replay count', webhook.id, range],
    queryFn: ({ signal }) => countReplay(client, webhook, range, signal),
    gcTime: 0,
  });
  const hours = Math.round((Date.parse(range.createdTo) - Date.parse(range.createdFrom)) / HOUR_MS);
  const isNothing = counted.data?.count === 0 && counted.data.isComplete;
  return (
    <DialogForm
      title="Replay"
      action="Replay"
      isDisabled={counted.data === undefined || isNothing}
      run={(idempotencyKey) => client.webhooks.replay(webhook.id, range, { idempotencyKey })}
      onDone={() => {
        onDone('The replay has started. Its deliveries appear below.');
        onClose();
      }}
      onClose={onClose}
    >
      {counted.error !== null && <FailureNotice error={counted.error} />}
      <Field label="Events of">
        {(control) => (
          <select
            {...control}
            value={hours}
            onChange={({ target }) => setRange(lastHours(Number(target.value), range.onlyFailed))}
          >
            <option value={1}>the last hour</option>
            <option value={24}>the last 24 hours</option>
            <option value={168}>the last 7 days</option>
            <option value={720}>the last 30 days</option>
          </select>
        )}
      </Field>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={range.onlyFailed}
          onChange={({ target }) => setRange(lastHours(hours, target.checked))}
        />{' '}
        Only events that were not delivered
      </label>
      <p role="status">{counted.data === undefined ? 'Counting' : countText(counted.data)}</p>
    </DialogForm>
  );
}

function lastHours(hours: number, onlyFailed: boolean): ReplayRange {
  const now = Date.now();
  return {
    createdFrom: new Date(now - hours * HOUR_MS).toISOString(),
    createdTo: new Date(now).toISOString(),
    onlyFailed,
  };
}
