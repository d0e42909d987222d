import type { ApiKey, CreateApiKey, UpdateApiKey } from '@svc/sdk';
import type { Fact } from '../../lib/facts';
import { networksOf, textOf } from '../../lib/form';
import { dayEnd, dayOfEnd, timeText } from '../../lib/time';

/** What a person enters about a key. */
export interface KeyValues {
  readonly name: string;
  readonly scopes: CreateApiKey['scopes'];
  readonly allowedCidrs: string[];
  /** The last day on which it works. Empty if it does not expire. */
  readonly lastDay: string;
}

export const NEW_KEY: KeyValues = { name: '', scopes: [], allowedCidrs: [], lastDay: '' };

export function valuesOf({ name, scopes, allowedCidrs, expiresAt }: ApiKey): KeyValues {
  return { name, scopes, allowedCidrs, lastDay: dayOfEnd(expiresAt ?? undefined) };
}

/** Reads the form. */
export function readKey(form: FormData): KeyValues {
  return {
    name: textOf(form, 'name'),
    scopes: form.getAll('scopes').map(String),
    allowedCidrs: networksOf(form, 'networks'),
    lastDay: textOf(form, 'lastDay'),
  };
}

/** A new key. What was left empty is limited as the person is. */
export function newKey({ name, scopes, allowedCidrs, lastDay }: KeyValues): CreateApiKey {
  return {
    name,
    scopes,
    ...(allowedCidrs.length === 0 ? {} : { allowedCidrs }),
    ...(lastDay === '' ? {} : { expiresAt: dayEnd(lastDay) }),
  };
}

/** Only what the person changed. */
export function patchOf(before: KeyValues, after: KeyValues): UpdateApiKey {
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
  return {
    ...(before.name === after.name ? {} : { name: after.name }),
    ...(isSame(before.scopes, after.scopes) ? {} : { scopes: after.scopes }),
    ...(isSame(before.allowedCidrs, after.allowedCidrs) ? {} : { allowedCidrs: after.allowedCidrs }),
    ...(before.lastDay === after.lastDay ? {} : { expiresAt: after.lastDay === '' ? null : dayEnd(after.lastDay) }),
  };
}

export function keyFacts(key: ApiKey): Fact[] {
  return [
    { label: 'Name', text: key.name },
    { label: 'Begins with', text: key.prefix },
    { label: 'Scopes', text: key.scopes.join(', ') },
    { label: 'Networks', text: key.allowedCidrs.join(', ') || 'any' },
    { label: 'Expires', text: key.expiresAt === null ? 'never' : timeText(key.expiresAt) },
    { label: 'Last used', text: key.lastUsedAt === null ? 'never' : timeText(key.lastUsedAt) },
    {
      label: 'Replaced by',
      text: key.replacedBy,
      ...(key.replacedBy === null ? {} : { path: `keys/${key.replacedBy}` }),
    },
    { label: 'Created', text: timeText(key.createdAt) },
  ];
}
