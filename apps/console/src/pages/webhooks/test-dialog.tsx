import type { WebhookTestResult } from '@svc/sdk';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement, SubmitEvent } from 'react';
import { eventKinds } from '../../generated/webhook-terms';
import { durationText } from '../../lib/duration';
import { textOf } from '../../lib/form';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice, Notice, SuccessNotice } from '../../ui/notice';
import type { ActionProps } from './webhook-actions';
import styles from './webhooks.module.css';

/** Sends one event to a webhook, and shows what came back and what it means. */
export function TestDialog({ webhook, onClose }: ActionProps): ReactElement {
  const { mode, client } = useMode();
  const test = useMutation({ mutationFn: (type: string) => client.webhooks.test(webhook.id, { type }) });
  const send = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!test.isPending) test.mutate(textOf(new FormData(event.currentTarget), 'type'));
  };
  // In live mode, no made-up event is sent.
  const kinds = mode === 'test' ? eventKinds : (['webhook.test'] as const);
  return (
    <Dialog title="Send test" onClose={onClose}>
      <form onSubmit={send}>
        {test.error !== null && <FailureNotice error={test.error} />}
        <Field label="Event" hint={`One request to ${webhook.url}, without retries.`}>
          {(control) => (
            <select {...control} name="type" defaultValue="webhook.test">
              {kinds.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          )}
        </Field>
        <DialogButtons>
          <Button kind="primary" type="submit" isBusy={test.isPending}>
            Send
          </Button>
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      </form>
      {test.isPending && <p role="status">Waiting for the answer</p>}
      {test.data !== undefined && <TestResult result={test.data} />}
    </Dialog>
  );
}

function TestResult({ result }: { readonly result: WebhookTestResult }): ReactElement {
  const { delivered, response, error, durationMs, diagnosis, request } = result;
  const answer = response === null ? (error?.detail ?? 'There was no answer.') : `The answer is ${response.statusCode}`;
  const text = response === null ? answer : `${answer}, after ${durationText(durationMs)}.`;
  return (
    <>
      {delivered ? <SuccessNotice>Delivered. {text}</SuccessNotice> : <Notice>Not delivered. {text}</Notice>}
      {diagnosis.length > 0 && (
        <ul className={styles['notes']} aria-label="Diagnosis">
          {diagnosis.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {response !== null && (
        <details>
          <summary>Answer</summary>
          <pre className={styles['text']} tabIndex={0}>
            {headerLines(response.headers)}
            {'\n\n'}
            {response.bodyExcerpt}
          </pre>
        </details>
      )}
      <details>
        <summary>Request</summary>
        <pre className={styles['text']} tabIndex={0}>
          {headerLines(request.headers)}
          {'\n\n'}
          {request.body}
        </pre>
      </details>
    </>
  );
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
