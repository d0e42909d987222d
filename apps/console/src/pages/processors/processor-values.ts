import type { CreateProcessor, Processor, UpdateProcessor } from '@svc/sdk';
import { InvalidField } from '../../lib/problem';

/** The credentials that each kind of processor needs. */
export const CREDENTIALS = {
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

export type Kind = keyof typeof CREDENTIALS;

/** What the form has, as text. */
export interface ProcessorEntries {
  readonly name: string;
  readonly priority: string;
  readonly currencies: string;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly credentials: Readonly<Record<string, string>>;
}

export const NO_ENTRIES: ProcessorEntries = {
  name: '',
  priority: '',
  currencies: '',
  amountMin: '',
  amountMax: '',
  credentials: {},
};

/** What the form has at first. The service shows no credentials. */
export function entriesOf({ name, priority, currencies, amountMin, amountMax }: Processor): ProcessorEntries {
  return {
    name,
    priority: String(priority),
    currencies: currencies?.join(', ') ?? '',
    amountMin: amountMin === null ? '' : String(amountMin),
    amountMax: amountMax === null ? '' : String(amountMax),
    credentials: {},
  };
}

/** The entries after somebody else has changed the connection: what the person has not edited is as it is now. */
export function entriesAfter(entries: ProcessorEntries, before: Processor, current: Processor): ProcessorEntries {
  const old = entriesOf(before);
  const edited = Object.entries(entries).filter(([name, value]) => value !== old[name as keyof ProcessorEntries]);
  return { ...entriesOf(current), ...Object.fromEntries(edited) };
}

/** A new connection. What is empty has the default. The service names other credentials that are missing. */
export function newProcessor(kind: Kind, entries: ProcessorEntries): CreateProcessor {
  const { priority, ...rest } = termsOf(entries);
  const given = priority === undefined ? rest : { priority, ...rest };
  const credentials = credentialsOf(kind, entries) ?? {};
  const [{ name }] = CREDENTIALS[kind];
  if (credentials[name] === undefined) throw new InvalidField(`/credentials/${name}`, 'Enter a value.');
  return { kind, ...given, credentials };
}

/**
 * What differs from the connection; undefined if nothing does. Empty credentials stay as they are, unless the webhook secret is
 * discarded: the service then makes the endpoint.
 */
export function changesTo(
  processor: Processor,
  entries: ProcessorEntries,
  discardsWebhookSecret = false,
): UpdateProcessor | undefined {
  const { priority, ...rest } = termsOf(entries);
  if (priority === undefined) throw new InvalidField('/priority', 'Enter a number from 0 to 1000.');
  const before = termsOf(entriesOf(processor));
  const after = { priority, ...rest };
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  const entered = credentialsOf(processor.kind, entries);
  if (discardsWebhookSecret && entered?.['webhookSecret'] !== undefined) {
    throw new InvalidField('/credentials/webhookSecret', 'Leave this empty, or do not discard the secret.');
  }
  const credentials = discardsWebhookSecret ? { ...entered, webhookSecret: null } : entered;
  const params: UpdateProcessor = { ...Object.fromEntries(changed), ...(credentials && { credentials }) };
  return Object.keys(params).length === 0 ? undefined : params;
}

/** The fields of credentials of a kind. */
export function credentialFields(kind: string): readonly { name: string; label: string; isSecret: boolean }[] {
  return Object.hasOwn(CREDENTIALS, kind) ? CREDENTIALS[kind as Kind] : [];
}

function termsOf({ name, priority, currencies, amountMin, amountMax }: ProcessorEntries) {
  const codes = currencies
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    name,
    priority: priority.trim() === '' ? undefined : wholeNumber('/priority', priority),
    currencies: codes.length === 0 ? null : codes,
    amountMin: amountMin.trim() === '' ? null : wholeNumber('/amountMin', amountMin),
    amountMax: amountMax.trim() === '' ? null : wholeNumber('/amountMax', amountMax),
  };
}

function wholeNumber(pointer: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text.trim()) && Number.isSafeInteger(value)) return value;
  throw new InvalidField(pointer, 'Enter a whole number.');
}

/** Those of the kind that are not empty; undefined if all are. */
function credentialsOf(kind: string, { credentials }: ProcessorEntries): Record<string, string> | undefined {
  const given = credentialFields(kind).flatMap(({ name }) => {
    const value = (credentials[name] ?? '').trim();
    return value === '' ? [] : [[name, value] as const];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
