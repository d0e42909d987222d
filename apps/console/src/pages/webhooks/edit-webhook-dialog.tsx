import type { UpdateWebhook } from '@svc/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { changesBetween } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { failureOf } from '../../lib/problem';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import type { ActionProps } from './webhook-actions';
import { WebhookForm } from './webhook-form';
import { webhookFacts } from './webhook-facts';
import { webhookQuery, withTag, type ReadWebhook } from './webhook-query';
import { patchOf, valuesOf } from './webhook-values';

/** Edits the version that was open. If somebody else has changed it since, says what, and then edits the new version. */
export function EditWebhookDialog({ read, onClose, onDone }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  // What the form began with: the query of the page may be read again at any time.
  const [opened] = useState(() => valuesOf(read.webhook));
  const [edited, setEdited] = useState(read);
  const [others, setOthers] = useState<string[]>();
  const { id } = edited.webhook;
  const query = webhookQuery(mode, client, id);
  const save = useMutation({
    mutationFn: async (patch: UpdateWebhook): Promise<ReadWebhook> =>
      withTag(await client.webhooks.update(id, patch, { ifMatch: edited.etag }).withResponse()),
    onMutate: () => setOthers(undefined),
    onSuccess: async (saved) => {
      queries.setQueryData(query.queryKey, saved);
      onDone('The webhook was saved.');
      onClose();
      await queries.invalidateQueries({ queryKey: [mode, 'Webhooks'] });
    },
    onError: async (error) => {
      if (failureOf(error).status !== 412) return;
      const current = await queries.query({ ...query, staleTime: 0 });
      setOthers(changesBetween(webhookFacts(edited.webhook), webhookFacts(current.webhook)));
      setEdited(current);
    },
  });
  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <WebhookForm
        values={opened}
        submit="Save"
        isPending={save.isPending}
        error={save.error}
        notice={others && <ChangedByOthers changes={others} />}
        onSubmit={(values) => save.mutate(patchOf(opened, values))}
        onClose={onClose}
      />
    </Dialog>
  );
}

function ChangedByOthers({ changes }: { readonly changes: readonly string[] }): ReactElement {
  return (
    <Notice>
      <p>The webhook was changed in the meantime. Nothing was saved.</p>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>Save again to add your changes to this version.</p>
    </Notice>
  );
}
