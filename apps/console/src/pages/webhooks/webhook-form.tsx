import type { SubmitEvent, ReactElement, ReactNode } from 'react';
import { failureOf } from '../../lib/problem';
import { Button } from '../../ui/button';
import { DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';
import { EventChoice } from './event-choice';
import { readWebhook, type WebhookValues } from './webhook-values';

interface WebhookFormProps {
  readonly values: WebhookValues;
  readonly submit: string;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Shown in place of the error. */
  readonly notice?: ReactNode;
  readonly onSubmit: (values: WebhookValues) => void;
  readonly onClose: () => void;
}

/** The fields of a webhook, to create or to edit it. */
export function WebhookForm(props: WebhookFormProps): ReactElement {
  const { values, submit, isPending, error, notice, onSubmit, onClose } = props;
  const { fields } = failureOf(error);
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isPending) onSubmit(readWebhook(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={send}>
      {notice ?? (error !== null && <FailureNotice error={error} />)}
      <Field label="URL" hint="Where events are sent. A public https URL." error={fields['/url']}>
        {(control) => <input {...control} name="url" type="url" required maxLength={2048} defaultValue={values.url} />}
      </Field>
      <Field label="Description" error={fields['/description']}>
        {(control) => <input {...control} name="description" maxLength={1000} defaultValue={values.description} />}
      </Field>
      <EventChoice chosen={values.events} error={fields['/events']} />
      <Field label="Acknowledge on" hint="The responses that acknowledge a delivery.">
        {(control) => (
          <select {...control} name="acknowledgeOn" defaultValue={values.acknowledgeOn}>
            <option value="200">only 200</option>
            <option value="2xx">any 2xx</option>
          </select>
        )}
      </Field>
      <Field label="Retries">
        {(control) => (
          <select {...control} name="retrySchedule" defaultValue={values.retrySchedule}>
            <option value="standard">standard: up to 3 in about 8 hours</option>
            <option value="extended">extended: up to 7 in about 27 hours</option>
          </select>
        )}
      </Field>
      <DialogButtons>
        <Button kind="primary" type="submit" disabled={isPending}>
          {submit}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </DialogButtons>
    </form>
  );
}
