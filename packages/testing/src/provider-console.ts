import { ConsoleBrowser } from './console-browser.js';
import { createClient, type Answer } from './client.js';
import { startIdentityProvider, type IdentityProvider } from './identity-provider.js';
import { startStack } from './shared-stack.js';
import type { Account, Stack } from './stack.js';

/** The problem code of an answer, or 200. */
export function codeOf({ status, body }: Answer): string | number {
  return status === 200 ? 200 : String(body['code']);
}

/** The id of the person whose session has begun. */
export function signedInUser({ body }: Answer): string {
  return (body as { session: { user: { id: string } } }).session.user.id;
}

/** A stack whose console has an identity provider. Test files share the people, so each has e-mail addresses of its own. */
export class ProviderConsole {
  apiUrl = '';
  private people = 0;
  private addresses = 0;

  private constructor(
    readonly idp: IdentityProvider,
    readonly stack: Stack,
    readonly main: Account,
    readonly second: Account,
    private readonly domain: string,
  ) {}

  /** `domain` is that of the e-mail addresses. */
  static async start(domain: string): Promise<ProviderConsole> {
    const [idp, stack] = await Promise.all([startIdentityProvider(), startStack({ worker: 0 })]);
    const [main, second] = [await stack.createAccount(), await stack.createAccount()];
    const made = new ProviderConsole(idp, stack, main, second, domain);
    made.apiUrl = await made.startApi({
      admins: { [main.accountId]: 'owner' },
      support: { [main.accountId]: 'support', [second.accountId]: 'viewer' },
      viewers: { [main.accountId]: 'viewer' },
      others: { [second.accountId]: 'owner' },
      strangers: { acct_999999999: 'owner' },
    });
    return made;
  }

  /** Starts another API whose provider gives these roles by the values of its claim. Returns its URL. */
  async startApi(
    roles: Readonly<Record<string, Readonly<Record<string, string>>>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const settings = { ...this.idp.env(roles), TRUST_PROXY: '1', ...env };
    return `http://127.0.0.1:${(await this.stack.startApi(settings)).port}`;
  }

  /** A browser with a network address of its own. */
  browser(url = this.apiUrl): ConsoleBrowser {
    return new ConsoleBrowser(url, `198.51.100.${(this.addresses += 1)}`);
  }

  /** An owner with a password. */
  async ownerOf(account: Account): Promise<{ browser: ConsoleBrowser; email: string }> {
    const email = `owner${(this.people += 1)}@${this.domain}`;
    const browser = this.browser();
    const token = await this.stack.createConsoleLink(account.accountId, { email, role: 'owner' });
    await browser.join(token, email);
    return { browser, email };
  }

  /** How many people, identities and memberships there are. */
  async count(): Promise<unknown> {
    const [row] = await this.stack.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM identities) AS identities,
              (SELECT count(*) FROM memberships) AS memberships`,
    );
    return row;
  }

  /** Entries of the audit log about a person, the newest first. */
  async auditOf(userId: string, { liveKey } = this.main): Promise<Record<string, unknown>[]> {
    const answer = await createClient(this.apiUrl, liveKey).get(`/v1/security/audit-log?objectId=${userId}`);
    return answer.body['data'] as Record<string, unknown>[];
  }

  async close(): Promise<void> {
    await this.stack.close();
    await this.idp.close();
  }
}
