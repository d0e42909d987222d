import type { ReactElement } from 'react';
import type { FieldErrors } from '../../lib/problem';
import { Field } from '../../ui/field';
import { EventChoice } from './event-choice';
import type { WebhookValues } from './webhook-values';

interface WebhookFormProps {
  readonly values: WebhookValues;
  readonly errors: FieldErrors;
}

/** The fields of a webhook, to create or to edit it. */
export function WebhookForm({ values, errors }: WebhookFormProps): ReactElement {
  return (
    <>
      <Field label="URL" hint="Where events are sent. A public https URL." error={errors['/url']}>
        {(control) => <input {...control} name="url" type="url" required maxLength={2048} defaultValue={values.url} />}
      </Field>
      <Field label="Description" error={errors['/description']}>
        {(control) => (
          <textarea {...control} name="description" rows={2} maxLength={1000} defaultValue={values.description} />
        )}
      </Field>
      <EventChoice chosen={values.events} error={errors['/events']} />
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
    </>
  );
}
