import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';
import { ProcessorForm } from './processor-form';
import { CREDENTIALS, newProcessor, NO_ENTRIES, type Kind } from './processor-values';

/** Connects an account at a processor once, and leads to its page. The credentials are discarded when the dialog closes. */
export function ConnectProcessor({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('stripe');
  const [entries, setEntries] = useState(NO_ENTRIES);
  return (
    <DialogForm
      title="Connect a processor"
      action="Connect processor"
      run={async (idempotencyKey) => client.processors.create(newProcessor(kind, entries), { idempotencyKey })}
      onDone={({ id }) => navigate({ to: '/$mode/processors/$id', params: { mode, id } })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label="Kind">
            {(control) => (
              <select {...control} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
                {Object.keys(CREDENTIALS).map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            )}
          </Field>
          <ProcessorForm kind={kind} entries={entries} onEdit={setEntries} errors={errors} />
        </>
      )}
    </DialogForm>
  );
}
