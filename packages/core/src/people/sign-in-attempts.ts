import { DomainError } from '../platform/errors/domain-error.js';
import { LocalLimiter } from '../platform/limits/local-limiter.js';
import { Places } from '../platform/limits/places.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { networkOf } from '../security/failed-authentication.js';

/** Wrong passwords a minute, in each process. */
const PER_PERSON = 5;
const PER_ADDRESS = 20;
/** Wrong codes a minute of a person, from all addresses, in each process: somebody has found the password out. */
const CODES_PER_PERSON = 5;

/** Exchanges with the identity provider, in each process. Each takes up to some seconds. */
const EXCHANGES = { atOnce: 10, waiting: 50, waitingEach: 50 };
/** Refusals of an answer that may be forged, and not of a person or of the service. */
const WRONG_ANSWERS: ReadonlySet<string> = new Set([
  'provider_request_expired',
  'provider_answer_invalid',
  'provider_denied',
]);

/** Limits how often passwords are tried from an address, for all people and for each. */
export class SignInAttempts {
  private readonly limiter = new LocalLimiter();
  /** Of their own, so that failures of others push none of them out of memory. */
  private readonly codes = new LocalLimiter();
  private readonly exchanges = new Places(EXCHANGES, 'Too many people sign in at once. Try again.');

  /**
   * Runs `verify`, and counts it if the password is wrong. Throws `wrong_credentials` and `rate_limited`. The limit is
   * checked again afterwards: of attempts that run at once, only the allowed number gets an answer.
   */
  async attempt(email: string, address: string, verify: () => Promise<boolean>): Promise<void> {
    await this.run(limitsOf(email, address), verify, 'The e-mail address or the password is wrong.');
  }

  /** The same for a code of a person who gave the right password. Returns what `verify` returns if it is not falsy. */
  attemptCode<Found>(
    userId: string,
    email: string,
    address: string,
    verify: () => Promise<Found | false | undefined>,
  ): Promise<Found> {
    const ofPerson = { key: userId, limit: CODES_PER_PERSON, limiter: this.codes };
    const limits = [...limitsOf(email, address), ofPerson];
    return this.run(limits, verify, 'The code is wrong, or it was used already.');
  }

  /**
   * Runs a sign-in at the identity provider, and counts it against the network address if its answer is wrong. Few run at once:
   * the same answer can be sent many times. Throws `rate_limited` and `unavailable`.
   */
  async attemptFrom<Found>(address: string, run: () => Promise<Found>): Promise<Found> {
    const [key, limit] = [networkOf(address), PER_ADDRESS];
    this.requireRoom([{ key, limit }]);
    return this.exchanges.run(key, async () => {
      // Others may have failed while this one waited.
      this.requireRoom([{ key, limit }]);
      try {
        return await run();
      } catch (refusal) {
        if (refusal instanceof DomainError && WRONG_ANSWERS.has(refusal.code)) this.limiter.take(key, limit);
        throw refusal;
      }
    });
  }

  private async run<Found>(
    limits: readonly Limit[],
    verify: () => Promise<Found | false | undefined>,
    wrong: string,
  ): Promise<Found> {
    this.requireRoom(limits);
    const found = await verify();
    this.requireRoom(limits);
    if (found !== false && found !== undefined) return found;
    for (const { key, limit, limiter = this.limiter } of limits) limiter.take(key, limit);
    throw new DomainError('wrong_credentials', wrong);
  }

  private requireRoom(limits: readonly Limit[]): void {
    const verdicts = limits.map(({ key, limit, limiter = this.limiter }) => limiter.take(key, limit, 0));
    const refused = verdicts.find(({ allowed }) => !allowed);
    if (refused === undefined) return;
    const detail = 'There were too many attempts to sign in. Wait for a minute.';
    throw new DomainError('rate_limited', detail, { retryAfterSeconds: refused.resetSeconds });
  }
}

interface Limit {
  readonly key: string;
  readonly limit: number;
  readonly limiter?: LocalLimiter;
}

function limitsOf(email: string, address: string): readonly Limit[] {
  const network = networkOf(address);
  return [
    { key: network, limit: PER_ADDRESS },
    { key: `${network} ${normalizeEmail(email)}`, limit: PER_PERSON },
  ];
}
