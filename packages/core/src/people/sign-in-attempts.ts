import { DomainError } from '../platform/errors/domain-error.js';
import { LocalLimiter } from '../platform/limits/local-limiter.js';
import { normalizeEmail } from '../platform/normalize-email.js';
import { networkOf } from '../security/failed-authentication.js';

/** Wrong passwords a minute, in each process. */
const PER_PERSON = 5;
const PER_ADDRESS = 20;

/** Limits how often passwords are tried from an address, for all people and for each. */
export class SignInAttempts {
  private readonly limiter = new LocalLimiter();

  /**
   * Runs `verify`, and counts it if the password is wrong. Throws `wrong_credentials` and `rate_limited`. The limit is
   * checked again afterwards: of attempts that run at once, only the allowed number gets an answer.
   */
  async attempt(email: string, address: string, verify: () => Promise<boolean>): Promise<void> {
    const network = networkOf(address);
    const person = `${network} ${normalizeEmail(email)}`;
    this.requireRoom(network, person);
    const isRight = await verify();
    this.requireRoom(network, person);
    if (isRight) return;
    this.limiter.take(network, PER_ADDRESS);
    this.limiter.take(person, PER_PERSON);
    throw new DomainError('wrong_credentials', 'The e-mail address or the password is wrong.');
  }

  private requireRoom(network: string, person: string): void {
    const verdicts = [this.limiter.take(network, PER_ADDRESS, 0), this.limiter.take(person, PER_PERSON, 0)];
    const refused = verdicts.find(({ allowed }) => !allowed);
    if (refused === undefined) return;
    const detail = 'There were too many attempts to sign in. Wait for a minute.';
    throw new DomainError('rate_limited', detail, { retryAfterSeconds: refused.resetSeconds });
  }
}
