import { z } from 'zod';
import { fromPublicId } from '../ids.js';
import { flag, isProtectedUrl } from './config-fields.js';

/** The roles of people in the console. */
export const ROLES = ['owner', 'developer', 'support', 'approver', 'finance', 'viewer'] as const;

const access = z.record(
  z.string(),
  z.record(
    z.string().refine((id) => fromPublicId('acct', id) !== undefined),
    z.enum(ROLES),
  ),
);

/** Roles in accounts by the values of the claim. */
export type ProvidedRoles = z.output<typeof access>;

const providedRoles = z.string().transform((text, context) => {
  const parsed = access.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  const message = 'expected JSON such as {"payments-admins":{"acct_1":"owner"}}, with roles of the console';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The settings of sign-in to the console. */
export const identityProviderFields = {
  CONSOLE_PASSWORD: flag
    .default(true)
    .describe('Accepts e-mail address and password. Turn it off if people sign in with an identity provider only.'),
  CONSOLE_OIDC_ISSUER: z
    .string()
    .refine(isProtectedUrl, 'expected https, or http on this machine, without credentials, query or fragment')
    .optional()
    .describe('Issuer URL of an identity provider (OpenID Connect) with which people sign in to the console.'),
  CONSOLE_OIDC_NAME: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Name of the identity provider on the sign-in page; default is the host name of its URL.'),
  CONSOLE_OIDC_CLIENT_ID: z
    .string()
    .max(500)
    .optional()
    .describe('Client id of this service at the identity provider.'),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .max(4_096)
    .optional()
    .describe('Client secret. Without one, this service is a public client, protected by PKCE.'),
  CONSOLE_OIDC_SCOPES: z
    .string()
    .regex(/^openid(?: [!#-[\]-~]+)*$/, 'expected scopes separated by spaces, openid first')
    .default('openid profile email')
    .describe('Scopes that are requested. Many providers need one more for groups.'),
  CONSOLE_OIDC_CLAIM: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe('Claim with the groups or roles of a person: its name, or a path such as `realm_access.roles`.'),
  CONSOLE_OIDC_TRUST_EMAIL: flag
    .default(false)
    .describe(
      'Creates people also if the provider does not say whether an address is verified. Only if nobody can choose an address there.',
    ),
  CONSOLE_OIDC_ROLES: providedRoles
    .prefault('{}')
    .describe('Roles in accounts for values of the claim, as JSON: `{"payments-admins":{"acct_1":"owner"}}`.'),
};

interface IdentityProviderSettings {
  readonly CONSOLE_PASSWORD: boolean;
  readonly CONSOLE_OIDC_ISSUER?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_ID?: string | undefined;
  readonly CONSOLE_OIDC_ROLES: ProvidedRoles;
}

/** Returns the errors of these settings, by variable. */
export function identityProviderMistakes(config: IdentityProviderSettings): [name: string, message: string][] {
  if (config.CONSOLE_OIDC_ISSUER === undefined) {
    return config.CONSOLE_PASSWORD ? [] : [['CONSOLE_PASSWORD', 'must be on without CONSOLE_OIDC_ISSUER']];
  }
  const mistakes: [string, string][] = [];
  if (config.CONSOLE_OIDC_CLIENT_ID === undefined) {
    mistakes.push(['CONSOLE_OIDC_CLIENT_ID', 'is required with CONSOLE_OIDC_ISSUER']);
  }
  if (Object.keys(config.CONSOLE_OIDC_ROLES).length === 0) {
    mistakes.push(['CONSOLE_OIDC_ROLES', 'is required with CONSOLE_OIDC_ISSUER']);
  }
  return mistakes;
}
