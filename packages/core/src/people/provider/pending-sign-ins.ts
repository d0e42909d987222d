import type { ConsoleSchemas } from '@svc/contract';
import type { SecretTokens } from '../secret-tokens.js';
import type { PendingSignIn } from './identity-provider.js';

/** How long a person may take at the identity provider. */
export const PENDING_MS = 600_000;

/** What the browser keeps while the person is at the identity provider. */
export interface Pending extends PendingSignIn, Pick<ConsoleSchemas['StartProviderSignIn'], 'purpose' | 'to'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Signs the cookie of a pending sign-in: a changed one is refused. A step-up relies on the time in it. */
export class PendingSignIns {
  constructor(private readonly tokens: SecretTokens) {}

  /** The value of the cookie. */
  seal(pending: Pending): string {
    const content = Buffer.from(JSON.stringify(pending)).toString('base64url');
    return `${content}.${this.tokens.hash(content).toString('base64url')}`;
  }

  /** What a cookie contains; undefined if it is not ours, or too old. */
  open(cookie: string, now: number): Pending | undefined {
    const [content = '', signature = ''] = cookie.split('.');
    if (!this.tokens.proves(Buffer.from(signature, 'base64url'), content)) return undefined;
    const pending = JSON.parse(Buffer.from(content, 'base64url').toString()) as Pending;
    return now - pending.startedAt < PENDING_MS ? pending : undefined;
  }
}
