import type { Config } from '../../platform/config/config.js';
import { fromPublicId } from '../../platform/ids.js';
import { IdentityProvider } from '../../people/provider/identity-provider.js';
import { providerSettings } from '../../people/provider/provider-settings.js';
import { failed, ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** Whether the identity provider of the console has valid metadata. Skipped if none is configured. */
export async function examineIdentityProvider(config: Config | undefined): Promise<Finding[]> {
  const settings = config && providerSettings(config);
  if (settings === undefined) return [];
  const reason = await new IdentityProvider(settings, { warn: () => {} }).check();
  if (reason === undefined) return [ok('identity provider', 'has valid metadata')];
  const text = `CONSOLE_OIDC_ISSUER has no valid metadata, so nobody can sign in there: ${reason}`;
  return [failed('identity provider', text)];
}

/** Whether the accounts exist in which the identity provider gives roles. */
export async function examineProvidedRoles(ask: Ask, config: Config | undefined): Promise<Finding[]> {
  const { CONSOLE_OIDC_ROLES: roles = {}, CONSOLE_OIDC_ISSUER: issuer } = config ?? {};
  if (issuer === undefined) return [];
  const named = [...new Set(Object.values(roles).flatMap((accounts) => Object.keys(accounts)))];
  const ids = named.map((account) => fromPublicId('acct', account) ?? '0');
  // Only digits, so that the list is safe in the statement.
  const { found } = await ask(
    `SELECT array_agg(id::text) AS found FROM accounts WHERE id IN (${ids.join(', ') || '0'})`,
  );
  const unknown = named.filter((_, index) => !((found as string[] | null) ?? []).includes(ids[index] ?? ''));
  if (unknown.length === 0) return [];
  return [warning('identity provider', `CONSOLE_OIDC_ROLES names accounts that do not exist: ${unknown.join(', ')}`)];
}
