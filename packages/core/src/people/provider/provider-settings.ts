import type { ConsoleSchemas } from '@svc/contract';
import type { Config } from '../../platform/config/config.js';

/** The settings of the identity provider. */
export interface ProviderSettings {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** The claim with groups or roles. */
  readonly claim: string;
}

/** The configured identity provider, if there is one. */
export function providerSettings(config: Config): ProviderSettings | undefined {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    name: config.CONSOLE_OIDC_NAME ?? new URL(issuer).host,
    issuer,
    clientId,
    clientSecret: config.CONSOLE_OIDC_CLIENT_SECRET,
    scopes: config.CONSOLE_OIDC_SCOPES,
    claim: config.CONSOLE_OIDC_CLAIM,
  };
}

/** How people sign in. */
export function signInOptions(config: Config): ConsoleSchemas['SignInOptions'] {
  return { password: config.CONSOLE_PASSWORD, identityProvider: providerSettings(config)?.name ?? null };
}
