import { createClient, type Answer } from './client.js';
import type { IdentityProvider, ProvidedClaims } from './identity-provider.js';

const START = '/console/api/provider/start';
const FINISH = '/console/api/provider/finish';

/** A browser on the pages of the console, without showing them: it keeps cookies, and has an address behind a proxy. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly apiUrl: string,
    /** Counts with TRUST_PROXY=1. */
    private readonly address: string,
  ) {}

  async send(method: string, path: string, body?: object, given: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': this.address, cookie, ...given };
    const answer = await createClient(this.apiUrl).send(method, path, body, { headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
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
