import type { CreateProcessor } from '@svc/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { DialogForm } from '../../ui/dialog-form';
import { Field } from '../../ui/field';

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

/** Connects an account at a processor once, and leads to its page. The credentials are discarded when the dialog closes. */
export function ConnectProcessor({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode, client } = useMode();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('stripe');
  const [name, setName] = useState('');
  const [credentials, setCredentials] = useState<Credentials>({});
  return (
    <DialogForm
      title="Connect a processor"
      action="Connect processor"
      run={(idempotencyKey) => client.processors.create(bodyOf(kind, name, credentials), { idempotencyKey })}
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
          <Field label="Name" error={errors['/name']}>
            {(control) => (
              <input {...control} autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
            )}
          </Field>
          {CREDENTIALS[kind].map(({ name: credential, label, isSecret }) => (
            <Field key={credential} label={label} error={errors[`/credentials/${credential}`]}>
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
        </>
      )}
    </DialogForm>
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
