import { createClient, type Answer } from './client.js';
import type { IdentityProvider, ProvidedClaims } from './identity-provider.js';

const START = '/console/api/provider/start';
const FINISH = '/console/api/provider/finish';

/** The password of everybody who joins in a {@link ConsoleBrowser}. */
export const PASSWORD = 'correct horse battery staple';

/** A browser on the pages of the console, without showing them: it keeps cookies, and has an address behind a proxy. */
export class ConsoleBrowser {
  static readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  readonly cookies = new Map<string, string>();
  /** The person who has joined in this browser. */
  id = '';
  email = '';

  constructor(
    private readonly apiUrl: string,
    /** Counts with TRUST_PROXY=1. */
    private readonly address: string,
  ) {}

  async send(method: string, path: string, body?: object, given: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      ...{ 'sec-fetch-site': 'same-origin', 'user-agent': ConsoleBrowser.userAgent },
      ...{ 'x-forwarded-for': this.address, cookie: this.cookie, ...given },
    };
    const answer = await createClient(this.apiUrl).send(method, path, body, { headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }

  /** The cookies as a header has them. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser that has the cookies of this one. */
  copy(): ConsoleBrowser {
    const copy = new ConsoleBrowser(this.apiUrl, this.address);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** Joins an account by a link or an invitation, and returns the session. */
  async join(token: string, email: string, name = 'Ada'): Promise<Answer['body']> {
    const person = { token, name, email, password: PASSWORD };
    const { status, text, body } = await this.send('POST', '/console/api/links/redeem', person);
    if (status !== 200) throw new Error(`nobody joined: ${text}`);
    Object.assign(this, { id: (body['user'] as { id: string }).id, email });
    return body;
  }

  /** The status of the session: 401 without one. */
  async status(): Promise<number> {
    return (await this.send('GET', '/console/api/session')).status;
  }

  /** Starts a sign-in, or a step-up, at the identity provider: its page. */
  async startAtProvider(purpose = 'sign_in', to: string | null = '/test/overview'): Promise<URL> {
    const started = await this.send('POST', START, { purpose, to });
    if (started.status !== 200) throw new Error(`no sign-in was started: ${started.text}`);
    return new URL(String(started.body['url']));
  }

  /** Signs in as a person at the identity provider. */
  async signInAt(provider: IdentityProvider, person: ProvidedClaims): Promise<Answer> {
    provider.person = person;
    return this.finishAtProvider(await provider.visit((await this.startAtProvider()).href));
  }

  /** Comes back from the identity provider. */
  finishAtProvider(response: URLSearchParams): Promise<Answer> {
    return this.send('POST', FINISH, { response: response.toString() });
  }
}
