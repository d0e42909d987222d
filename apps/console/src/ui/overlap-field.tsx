import type { ReactElement } from 'react';
import { textOf } from '../lib/form';
import { Field } from './field';

interface OverlapFieldProps {
  readonly label: string;
  readonly hint: string;
}

/** How long the old key or secret still works. */
export function OverlapField({ label, hint }: OverlapFieldProps): ReactElement {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select {...control} name="overlap" defaultValue="86400">
          <option value="86400">1 more day</option>
          <option value="604800">7 more days</option>
          <option value="3600">1 more hour</option>
          <option value="0">Stop now (it has leaked)</option>
        </select>
      )}
    </Field>
  );
}

/** The seconds that were chosen. */
export function overlapOf(form: FormData): number {
  return Number(textOf(form, 'overlap'));
}
