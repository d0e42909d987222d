import type { CreateProcessor } from '@svc/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useMode } from '../../lib/modes';
import { failureOf } from '../../lib/problem';
import { Button } from '../../ui/button';
import { Dialog, DialogButtons } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { FailureNotice } from '../../ui/notice';

/** The credentials that each kind of processor needs. */
const CREDENTIALS = {
  stripe: [
    { name: 'secretKey', label: 'Secret key', isSecret: true },
    { name: 'webhookSecret', label: 'Webhook secret, optional', isSecret: true },
  ],
  http: [
    { name: 'url', label: 'URL of the gateway', isSecret: false },
    { name: 'apiKey', label: 'Key of the gateway', isSecret: true },
    { name: 'callbackSecret', label: 'Callback secret', isSecret: true },
  ],
} as const;

type Kind = keyof typeof CREDENTIALS;
type Credentials = Readonly<Record<string, string>>;

/** Connects an account at a processor once, and leads to its page. What was typed ends with the dialog. */
export function ConnectProcessor({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<Kind>('stripe');
  const [name, setName] = useState('');
  const [credentials, setCredentials] = useState<Credentials>({});
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => client.processors.create(bodyOf(kind, name, credentials), { idempotencyKey }),
    onSuccess: ({ id }) => navigate({ to: '/$mode/processors/$id', params: { mode, id } }),
    // Nothing keeps the credentials.
    gcTime: 0,
  });
  const { fields } = failureOf(error);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const close = (): void => {
    if (!isPending) onClose();
  };
  return (
    <Dialog title="Connect a processor" onClose={close}>
      <form onSubmit={submit} noValidate>
        {error !== null && <FailureNotice error={error} />}
        <Field label="Kind">
          {(control) => (
            <select {...control} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
              {Object.keys(CREDENTIALS).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Name" error={fields['/name']}>
          {(control) => (
            <input {...control} autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        {CREDENTIALS[kind].map(({ name: credential, label, isSecret }) => (
          <Field key={credential} label={label} error={fields[`/credentials/${credential}`]}>
            {(control) => (
              <input
                {...control}
                type={isSecret ? 'password' : 'url'}
                autoComplete={isSecret ? 'new-password' : 'off'}
                value={credentials[credential] ?? ''}
                onChange={({ target }) => setCredentials({ ...credentials, [credential]: target.value })}
              />
            )}
          </Field>
        ))}
        <DialogButtons>
          <Button type="submit" kind="primary" aria-disabled={isPending}>
            Connect processor
          </Button>
          <Button onClick={close} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Only the credentials of the kind, without empty ones. */
function bodyOf(kind: Kind, name: string, credentials: Credentials): CreateProcessor {
  const given = CREDENTIALS[kind].flatMap(({ name: credential }) => {
    const value = credentials[credential] ?? '';
    return value === '' ? [] : [[credential, value] as const];
  });
  return { kind, name, credentials: Object.fromEntries(given) };
}
