import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';

/** A person at the provider. */
export interface ProvidedClaims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** A person with a verified e-mail address, and with the claim if groups are given. */
export function providedPerson(groups?: readonly string[], more: Partial<ProvidedClaims> = {}): ProvidedClaims {
  const sub = `subject-${randomUUID()}`;
  const known = { sub, email: `${sub}@example.com`, email_verified: true, name: 'Grace Hopper' };
  return { ...known, ...(groups && { groups }), ...more };
}

const UNSIGNED = ['email', 'email_verified', 'name'] as const;

const CLIENT_ID = 'svc-console';
const CLIENT_SECRET = 'a secret of the identity provider';

/** Starts an identity provider (oidc-provider) under another host name than the service. Its page signs in `person`. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Only few tests need it, and all of them import this file.
  return new IdentityProvider(server, (await import('oidc-provider')).default);
}

export class IdentityProvider {
  readonly issuer: string;
  /** Who signs in on the page. */
  person: ProvidedClaims = { sub: 'nobody' };
  /** Claims that only the userinfo endpoint has. */
  unsigned: readonly (keyof ProvidedClaims)[] = [...UNSIGNED];
  /** Requests by their path. */
  readonly asked: string[] = [];
  private readonly provider: Provider;
  private readonly answers = new Map<string, (response: ServerResponse) => void>();
  private isHanging = false;
  private ageSeconds = 0;

  constructor(
    private readonly server: Server,
    kind: typeof Provider,
  ) {
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    this.provider = new kind(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          require_auth_time: true,
          redirect_uris: ['http://127.0.0.1/console/oidc/callback'],
        },
      ],
      jwks: { keys: [privateKey()] },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub', 'groups', ...UNSIGNED] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: (use: string) => ({ ...(use === 'id_token' ? this.signedClaims() : this.person), sub: accountId }),
      }),
      loadExistingGrant: async ({ oidc }: GrantContext) => {
        const grant = new this.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    // The port of the service is not known before it has started.
    this.provider.Client.prototype.redirectUriAllowed = (uri) => uri.endsWith('/console/oidc/callback');
    const serve = this.provider.callback();
    server.on('request', (request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      this.asked.push(path);
      if (this.isHanging) return;
      const planned = this.answers.get(path);
      if (planned !== undefined) planned(response);
      else if (path.startsWith('/interaction/')) void this.interact(request, response);
      else serve(request, response);
    });
  }

  /** The settings of a stack for this provider. */
  env(roles: Readonly<Record<string, Readonly<Record<string, string>>>>): Record<string, string> {
    return {
      CONSOLE_OIDC_ISSUER: this.issuer,
      CONSOLE_OIDC_NAME: 'Example Login',
      CONSOLE_OIDC_CLIENT_ID: CLIENT_ID,
      CONSOLE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      CONSOLE_OIDC_ROLES: JSON.stringify(roles),
    };
  }

  /** Signs in `person` without a browser, as its redirects would. Returns the query of the callback. */
  async visit(url: string, { cancels = false } = {}): Promise<URLSearchParams> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let hops = 0; hops < 10; hops += 1) {
      if (next.pathname === '/console/oidc/callback') return next.searchParams;
      const isPage = next.pathname.startsWith('/interaction/');
      const answer = await fetch(cancels && isPage ? `${next.href}?cancel` : next, {
        method: isPage ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next);
    }
    throw new Error('the provider redirects for ever');
  }

  /** Answers a path with JSON until `mend`. */
  plan(path: string, body: object, status = 200): void {
    this.answers.set(path, (response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  /** Shows clients another key than the one that signs. */
  hideKeys(): void {
    const { kty, n, e, kid } = privateKey();
    this.plan('/jwks', { keys: [{ kty, n, e, kid }] });
  }

  /** Sign-ins of the page are these seconds old. */
  signedInBefore(seconds: number): void {
    this.ageSeconds = seconds;
  }

  /** Does not say when people have signed in. */
  async hideSignInTimes(): Promise<void> {
    (await this.provider.Client.find(CLIENT_ID)).requireAuthTime = false;
  }

  /** Takes requests, and answers none. */
  hang(): void {
    this.isHanging = true;
  }

  async mend(): Promise<void> {
    this.isHanging = false;
    this.ageSeconds = 0;
    this.unsigned = [...UNSIGNED];
    this.answers.clear();
    (await this.provider.Client.find(CLIENT_ID)).requireAuthTime = true;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private signedClaims(): Partial<ProvidedClaims> {
    return Object.fromEntries(
      Object.entries(this.person).filter(([name]) => !this.unsigned.some((each) => each === name)),
    );
  }

  /** A page with one button, as a browser shows it; a POST presses it. */
  private async interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      const page = `<!doctype html><html lang="en"><title>Example Login</title><main><h1>Example Login</h1>
        <form method="post"><button>Continue as ${this.person.sub}</button></form></main></html>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    const isCancelled = request.url?.endsWith('?cancel') === true;
    const ts = Math.floor(Date.now() / 1_000) - this.ageSeconds;
    const result = isCancelled ? { error: 'access_denied' } : { login: { accountId: this.person.sub, ts } };
    await this.provider.interactionFinished(request, response, result);
  }
}

interface GrantContext {
  readonly oidc: { readonly session: { readonly accountId: string }; readonly client: { readonly clientId: string } };
}

function privateKey(): JsonWebKey & { kid: string } {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...key.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' };
}
