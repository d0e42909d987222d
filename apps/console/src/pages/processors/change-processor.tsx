import type { Processor } from '@svc/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { useSeen } from '../../lib/seen';
import { Choice } from '../../ui/choices';
import { DialogForm } from '../../ui/dialog-form';
import { processorFacts } from './processor-facts';
import { ProcessorForm } from './processor-form';
import { changesTo, entriesAfter, entriesOf } from './processor-values';

/** The name of the checkbox. */
const DISCARD = 'discardWebhookSecret';

interface ProcessorDialogProps {
  readonly processor: Processor;
  readonly onClose: () => void;
}

/** Changes what was written in the version that was open. If somebody else has changed it since, says what first. */
export function EditProcessor({
  processor,
  onDone,
  onClose,
}: ProcessorDialogProps & { readonly onDone: (text: string) => void }): ReactElement {
  const { client } = useMode();
  const { id } = processor;
  const [entries, setEntries] = useState(() => entriesOf(processor));
  const read = async (): Promise<Processor> => {
    const current = await client.processors.retrieve(id);
    setEntries((entered) => entriesAfter(entered, seen, current));
    return current;
  };
  const [seen, update] = useSeen(processor, read, processorFacts);
  return (
    <DialogForm
      title="Edit the connection"
      action="Save"
      run={async (_, form) => {
        const params = changesTo(seen, entries, form.has(DISCARD));
        if (params === undefined) return 'Nothing was changed.';
        await update((options) => client.processors.update(id, params, options));
        return 'The connection was saved.';
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>Empty credentials stay as they are. The service checks new ones before it stores them.</p>
          <ProcessorForm kind={seen.kind} entries={entries} onEdit={setEntries} errors={errors} />
          {seen.kind === 'stripe' && (
            <Choice
              name={DISCARD}
              value="yes"
              label="Discard the webhook secret. The service makes the endpoint at Stripe itself."
              isChosen={false}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

/** Deletes the connection. The service refuses that while payments or refunds of it are pending. */
export function DeleteProcessor({ processor, onClose }: ProcessorDialogProps): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  return (
    <DialogForm
      title={`Delete ${processor.name}?`}
      action="Delete connection"
      isDangerous
      run={() => client.processors.delete(processor.id, { ifMatch: `"${processor.version}"` })}
      onDone={() => navigate({ to: '/$mode/processors', params: { mode } })}
      onClose={onClose}
    >
      <p>
        Its credentials are erased, and its payments can no longer be refunded here. Disputes of its payments no longer
        change here, and new ones do not appear. This cannot be undone. To stop new payments only, disable it.
      </p>
    </DialogForm>
  );
}
