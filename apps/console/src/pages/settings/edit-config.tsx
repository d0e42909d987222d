import type { SecurityConfig } from '@svc/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { errorAt } from '../../lib/problem';
import { useSeen } from '../../lib/seen';
import { Choice } from '../../ui/choices';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { configQuery } from './config-query';
import { configFacts, patchOf, readConfig, thresholdsText, valuesOf } from './config-values';

interface EditConfigProps {
  readonly config: SecurityConfig;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Changes the settings that were open. If somebody else has changed them since, says what first. */
export function EditConfig({ config, onDone, onClose }: EditConfigProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  // What the form began with: the query of the page may be read again at any time.
  const [opened] = useState(() => valuesOf(config));
  const read = () => queries.query({ ...configQuery(client, mode), staleTime: 0 });
  const [, update] = useSeen(config, read, configFacts);
  return (
    <DialogForm
      title="Edit security"
      action="Save"
      run={(_, form) => {
        const patch = patchOf(opened, readConfig(form));
        return update((options) => client.security.updateConfig(patch, options));
      }}
      onDone={() => {
        onDone('The security configuration was saved.');
        onClose();
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field
            label="Networks"
            hint="The networks from which keys and people may use the account, such as 203.0.113.0/24. Any if empty."
            error={errorAt(errors, '/allowedCidrs')}
          >
            {(control) => (
              <input {...control} name="networks" autoComplete="off" defaultValue={opened.allowedCidrs.join(', ')} />
            )}
          </Field>
          <Field
            label="Approval from"
            hint="Payments from these amounts wait for approval, such as 10000.00 USD, 500000.00 HUF."
            error={errorAt(errors, '/approvalThresholds')}
          >
            {(control) => (
              <input
                {...control}
                name="thresholds"
                autoComplete="off"
                defaultValue={thresholdsText(opened.approvalThresholds)}
              />
            )}
          </Field>
          <Choice
            name="approvalsBySomeoneElse"
            value="true"
            label="Someone other than the creator must approve a payment"
            isChosen={opened.approvalsBySomeoneElse}
          />
          <Choice
            name="requireIdempotencyKey"
            value="true"
            label="Refuse POST requests without an idempotency key"
            isChosen={opened.requireIdempotencyKey}
          />
          <Field
            label="Keep events and deliveries visible for (days)"
            hint="30 to 3650. The default of this instance if empty."
            error={errors['/retentionDays']}
          >
            {(control) => (
              <input
                {...control}
                name="retentionDays"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={opened.retentionDays ?? ''}
              />
            )}
          </Field>
        </>
      )}
    </DialogForm>
  );
}
