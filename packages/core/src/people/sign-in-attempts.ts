import { DomainError } from '../platform/errors/domain-error.js';
import { type Cost, type LimitVerdict, LocalLimiter } from '../platform/limits/local-limiter.js';
import { FairSemaphore } from '../platform/limits/fair-semaphore.js';
import type { RateLimiter } from '../platform/limits/rate-limiter.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { networkOf } from '../security/failed-authentication.js';

/** Wrong passwords a minute, in each process. */
const PER_PERSON = 5;
const PER_ADDRESS = 20;
/** Wrong codes a minute of a person, from all addresses, in all processes: somebody has found the password out. */
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
  private readonly exchanges = new FairSemaphore(EXCHANGES, 'Too many people sign in at once. Try again.');

  constructor(private readonly codes: Pick<RateLimiter, 'take' | 'giveBack'>) {}

  /** Runs `verify`, which counts if the password is wrong, and while it runs. Throws `wrong_credentials` and `rate_limited`. */
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
    const verifyWithin = async (): Promise<Found | false | undefined> => {
      const bucket = `codes_usr_${userId}`;
      requireAllowed(await this.codes.take(bucket, CODES_PER_PERSON));
      let isWrong = false;
      try {
        const found = await verify();
        isWrong = found === false || found === undefined;
        return found;
      } finally {
        if (!isWrong) await this.codes.giveBack(bucket);
      }
    };
    return this.run(limitsOf(email, address), verifyWithin, 'The code is wrong, or it was used already.');
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
    this.count(limits, 1);
    const found = await verify().catch((error: unknown) => {
      this.count(limits, -1);
      throw error;
    });
    if (found === false || found === undefined) throw new DomainError('wrong_credentials', wrong);
    this.count(limits, -1);
    return found;
  }

  private requireRoom(limits: readonly Limit[]): void {
    for (const { key, limit } of limits) requireAllowed(this.limiter.take(key, limit, 0));
  }

  private count(limits: readonly Limit[], cost: Cost): void {
    for (const { key, limit } of limits) this.limiter.take(key, limit, cost);
  }
}

function requireAllowed({ allowed, resetSeconds }: LimitVerdict): void {
  if (allowed) return;
  const detail = 'There were too many attempts to sign in. Wait for a minute.';
  throw new DomainError('rate_limited', detail, { retryAfterSeconds: resetSeconds });
}

interface Limit {
  readonly key: string;
  readonly limit: number;
}

function limitsOf(email: string, address: string): readonly Limit[] {
  const network = networkOf(address);
  return [
    { key: network, limit: PER_ADDRESS },
    { key: `${network} ${normalizeEmail(email)}`, limit: PER_PERSON },
  ];
}
