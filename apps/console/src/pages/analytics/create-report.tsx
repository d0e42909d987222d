import type { CreateReport as NewReport } from '@svc/sdk';
import type { ReactElement } from 'react';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { InvalidField } from '../../lib/problem';
import { dayEnd, dayStart } from '../../lib/time';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';

const TYPES = ['payments', 'refunds', 'disputes', 'customers', 'deliveries', 'reconciliation', 'settlement'];

interface CreateReportProps {
  /** The time zone of its days. */
  readonly zone: string;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Starts a report of whole days. */
export function CreateReport({ zone, onDone, onClose }: CreateReportProps): ReactElement {
  const { client } = useMode();
  return (
    <DialogForm
      title="Create report"
      action="Create"
      run={(idempotencyKey, form) => client.reports.create(readReport(form, zone), { idempotencyKey })}
      onDone={({ id }) => {
        onDone(`The report ${id} is being created.`);
        onClose();
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label="Type" error={errors['/type']}>
            {(control) => (
              <select {...control} name="type">
                {TYPES.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Format">
            {(control) => (
              <select {...control} name="format">
                <option>csv</option>
                <option>json</option>
              </select>
            )}
          </Field>
          <p>Days begin at midnight in {zone}.</p>
          <Field label="First day" error={errors['/createdFrom']}>
            {(control) => <input {...control} type="date" name="from" />}
          </Field>
          <Field label="Last day" error={errors['/createdTo']}>
            {(control) => <input {...control} type="date" name="to" />}
          </Field>
        </>
      )}
    </DialogForm>
  );
}

function readReport(form: FormData, zone: string): NewReport {
  const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
  if (from === '') throw new InvalidField('/createdFrom', 'Choose a day.');
  if (to === '') throw new InvalidField('/createdTo', 'Choose a day.');
  return {
    type: textOf(form, 'type'),
    format: textOf(form, 'format') === 'json' ? 'json' : 'csv',
    createdFrom: dayStart(from, zone),
    createdTo: dayEnd(to, zone),
  };
}
