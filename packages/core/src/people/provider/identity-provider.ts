import type * as OpenId from 'openid-client';
import { DomainError, reasonOf } from '../../platform/errors/domain-error.js';
import type { Logger } from '../../platform/logger.js';
import { type ClaimedPerson, claimedPerson, claimValues, emailOf, nameOf } from './claims.js';
import type { ProviderSettings } from './provider-settings.js';
import {
  clocksDiffer,
  hidesSignInTime,
  invalidAnswer,
  notAskedAgain,
  refusalOf,
  unreachable,
} from './provider-refusals.js';

/** Each request to the identity provider ends after this time. */
const TIMEOUT_S = 5;
/** By which the clock of the identity provider may differ. The library allows the same. */
const TOLERANCE_MS = 30_000;
/** How long the metadata of the identity provider is used without reading it again. */
const METADATA_MS = 3_600_000;

/** What a sign-in at the identity provider must know when it ends. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the identity provider says about a person. */
export interface ProvidedPerson extends ClaimedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** When the person last gave a password at the provider, if it says so. */
  readonly signedInAt: Date | undefined;
}

interface Answer {
  /** The callback's address, with the query that the provider has appended. */
  readonly callback: URL;
  readonly pending: PendingSignIn;
  /** The person must have signed in at the provider since then, in milliseconds since 1970. */
  readonly signedInSince?: number;
}

/**
 * The identity provider: authorization code flow with PKCE. Its metadata is read when it is first needed, and again after a
 * failure. Its keys are read for each sign-in, so a rotation needs nothing.
 */
export class IdentityProvider {
  private metadata: { readonly server: OpenId.ServerMetadata; readonly until: number } | undefined;
  private reading: Promise<OpenId.ServerMetadata> | undefined;

  constructor(
    private readonly settings: ProviderSettings | undefined,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** The name of the provider. */
  get name(): string {
    return this.requireConfigured().name;
  }

  /** The settings. Throws `not_found` if no provider is configured. */
  requireConfigured(): ProviderSettings {
    if (this.settings !== undefined) return this.settings;
    throw new DomainError('not_found', 'No identity provider is configured.');
  }

  /** Why the provider has no valid metadata; undefined if it has. */
  async check(): Promise<string | undefined> {
    const client = await import('openid-client');
    return this.readMetadata(client).then(
      () => undefined,
      (error: unknown) => explained(error instanceof DomainError ? error.cause : error),
    );
  }

  /** The provider's page for a sign-in. `asksAgain` makes the person sign in there again. Throws `provider_unavailable`. */
  async start(
    redirectUri: string,
    { asksAgain }: { readonly asksAgain: boolean },
  ): Promise<PendingSignIn & { url: string }> {
    const client = await import('openid-client');
    const config = await this.configuration(client);
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: this.requireConfigured().scopes,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      ...(asksAgain ? { prompt: 'login', max_age: '0' } : {}),
    });
    return { ...pending, url: url.href };
  }

  /** Exchanges the answer of the provider for what it says about the person. Throws the refusals of provider-refusals.ts. */
  async finish({ callback, pending, signedInSince }: Answer): Promise<ProvidedPerson> {
    const client = await import('openid-client');
    const config = await this.configuration(client);
    try {
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const signed = tokens.claims();
      if (signed === undefined) throw invalidAnswer(this.name);
      const person = this.personOf(signed, await this.userInfo(client, config, tokens.access_token, signed));
      if (signedInSince !== undefined) this.requireSignIn(person, signedInSince);
      return person;
    } catch (error) {
      const refusal = refusalOf(error, this.name);
      const { code } = refusal;
      this.logger.warn(
        { event: 'provider_refused', code, reason: explained(error) },
        'a sign-in at the identity provider failed',
      );
      if (code !== 'provider_denied' && code !== 'provider_request_expired') this.metadata = undefined;
      throw refusal;
    }
  }

  /** Claims that the provider does not put into the signed token. */
  private async userInfo(
    client: typeof OpenId,
    config: OpenId.Configuration,
    accessToken: string,
    signed: OpenId.IDToken,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (config.serverMetadata().userinfo_endpoint === undefined) return {};
    const isUsable = emailOf(signed) !== undefined && claimValues(signed, this.requireConfigured().claim) !== undefined;
    const isComplete = isUsable && signed['email_verified'] !== undefined && nameOf(signed) !== undefined;
    if (isComplete) return {};
    const userInfo = client.fetchUserInfo(config, accessToken, signed.sub);
    // A provider that never says these two things may not answer here either, and people can sign in without them.
    return isUsable ? userInfo.catch(() => ({})) : userInfo;
  }

  /** For a step-up: a provider may ignore that the person must be asked again. */
  private requireSignIn({ signedInAt }: ProvidedPerson, since: number): void {
    if (signedInAt === undefined) throw hidesSignInTime(this.name);
    if (signedInAt.getTime() < since - TOLERANCE_MS) throw notAskedAgain(this.name);
  }

  private personOf(signed: OpenId.IDToken, userInfo: Readonly<Record<string, unknown>>): ProvidedPerson {
    const { iss, sub, auth_time: at } = signed;
    // A sign-in time in the future would count as confirmed until then. The largest numbers are no dates.
    if (at !== undefined && !(at >= 0 && at * 1_000 <= Date.now() + TOLERANCE_MS)) throw clocksDiffer(this.name);
    return {
      issuer: iss,
      subject: sub,
      signedInAt: at === undefined ? undefined : new Date(at * 1_000),
      ...claimedPerson(signed, userInfo, this.requireConfigured().claim),
    };
  }

  /** A configuration without keys in its cache. */
  private async configuration(client: typeof OpenId): Promise<OpenId.Configuration> {
    const { clientId, clientSecret } = this.requireConfigured();
    const server = await this.readMetadata(client);
    const config = new client.Configuration(server, clientId, undefined, authentication(client, server, clientSecret));
    config.timeout = TIMEOUT_S;
    client.enableNonRepudiationChecks(config);
    for (const allow of this.allowances(client)) allow(config);
    return config;
  }

  /** Requests at the same time share one read. */
  private async readMetadata(client: typeof OpenId): Promise<OpenId.ServerMetadata> {
    if (this.metadata !== undefined && this.metadata.until > performance.now()) return this.metadata.server;
    this.reading ??= this.discover(client).finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async discover(client: typeof OpenId): Promise<OpenId.ServerMetadata> {
    const { issuer, clientId, name } = this.requireConfigured();
    const options = { timeout: TIMEOUT_S, execute: this.allowances(client) };
    try {
      const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options);
      const server = config.serverMetadata();
      this.metadata = { server, until: performance.now() + METADATA_MS };
      return server;
    } catch (error) {
      this.logger.warn(
        { event: 'provider_unreachable', reason: explained(error) },
        'could not read valid metadata of the identity provider',
      );
      throw unreachable(name, error);
    }
  }

  private allowances(client: typeof OpenId): ((config: OpenId.Configuration) => void)[] {
    // The settings allow http on this machine only. The library calls it deprecated to make it stand out.
    // oxlint-disable-next-line typescript/no-deprecated
    return this.requireConfigured().issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  }
}

/** In the header if the provider accepts it there, as OpenID Connect has it by default. */
function authentication(
  client: typeof OpenId,
  { token_endpoint_auth_methods_supported: methods }: OpenId.ServerMetadata,
  secret: string | undefined,
): OpenId.ClientAuth {
  if (secret === undefined) return client.None();
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** What went wrong, with its cause. The messages of the library contain no tokens. */
function explained(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${reasonOf(error)}: ${reasonOf(cause)}` : reasonOf(error);
}
