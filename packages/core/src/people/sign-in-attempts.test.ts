import { describe, expect, it } from 'vitest';
import { DomainError } from '../platform/errors/domain-error.js';
import { LocalLimiter } from '../platform/limits/local-limiter.js';
import { SignInAttempts } from './sign-in-attempts.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

function newAttempts(): SignInAttempts {
  const codes = new LocalLimiter();
  return new SignInAttempts({
    take: (key, limit) => Promise.resolve(codes.take(key, limit)),
    giveBack: async (key) => void codes.take(key, 0, -1),
  });
}

interface Flood {
  readonly codes: Readonly<Record<string, number>>;
  readonly most: number;
  readonly ran: number;
}

/** Sends sign-ins at the same time. Returns how many ended with each code, and how many ran, at most and in all. */
async function flood(sent: number, run: () => Promise<void>): Promise<Flood> {
  const attempts = newAttempts();
  let [running, most, ran] = [0, 0, 0];
  const task = async (): Promise<void> => {
    most = Math.max(most, (running += 1));
    ran += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return run();
  };
  const all = Array.from({ length: sent }, () => attempts.attemptFrom('203.0.113.9', task).then(() => 'done', codeOf));
  const codes: Record<string, number> = {};
  for (const code of await Promise.all(all)) codes[code] = (codes[code] ?? 0) + 1;
  return { codes, most, ran };
}

describe('sign-ins at the provider at the same time', () => {
  it('wait for each other, and are refused when many wait', async () => {
    const { codes, most } = await flood(100, () => Promise.resolve());
    expect([most, codes]).toEqual([10, { done: 60, unavailable: 40 }]);
  });

  it.each(['provider_request_expired', 'provider_answer_invalid', 'provider_denied'] as const)(
    'stop after twenty with %s',
    async (code) => {
      const { codes, ran } = await flood(60, () => Promise.reject(new DomainError(code, 'x')));
      expect(ran).toBeLessThan(31);
      expect(codes).toEqual({ [code]: ran, rate_limited: 60 - ran });
    },
  );

  it.each(['provider_no_access', 'provider_unavailable', 'last_owner'] as const)(
    'are not counted with %s, which says nothing about the answer',
    async (code) => {
      const { codes } = await flood(60, () => Promise.reject(new DomainError(code, 'x')));
      expect(codes).toEqual({ [code]: 60 });
    },
  );
});

describe('passwords and codes that are tried at the same time', () => {
  const ADDRESS = '203.0.113.9';

  /** How many of fifty attempts were verified, and how they ended. */
  async function tryAll(
    attempt: (verify: () => Promise<boolean>) => Promise<unknown>,
    isRight: boolean,
  ): Promise<{ verified: number; ended: unknown[] }> {
    let verified = 0;
    const verify = async (): Promise<boolean> => {
      verified += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return isRight;
    };
    const all = Array.from({ length: 50 }, () => attempt(verify).then(() => 'done', codeOf));
    return { ended: [...new Set(await Promise.all(all))].sort(), verified };
  }

  it('are verified as often as the limit of a person allows', async () => {
    const attempts = newAttempts();
    const wrong = await tryAll((verify) => attempts.attempt('ada@example.com', ADDRESS, verify), false);
    expect(wrong).toEqual({ verified: 5, ended: ['rate_limited', 'wrong_credentials'] });
    const others = Array.from({ length: 50 }, (_, index) => `person${index}@example.com`);
    const next = (): string => others.pop() ?? '';
    const more = await tryAll((verify) => attempts.attempt(next(), ADDRESS, verify), false);
    expect(more).toEqual({ verified: 15, ended: ['rate_limited', 'wrong_credentials'] });
  });

  it('are verified as often as the limit of codes allows, from all addresses', async () => {
    const attempts = newAttempts();
    let last = 0;
    const guess = (verify: () => Promise<boolean>): Promise<unknown> =>
      attempts.attemptCode('1', 'ada@example.com', `203.0.113.${(last += 1)}`, verify);
    expect(await tryAll(guess, false)).toEqual({ verified: 5, ended: ['rate_limited', 'wrong_credentials'] });
  });

  it('do not count afterwards if they were right, or not verified', async () => {
    const attempts = newAttempts();
    for (let n = 0; n < 30; n += 1) {
      await attempts.attempt('ada@example.com', ADDRESS, () => Promise.resolve(true));
      await attempts.attemptCode('1', 'ada@example.com', ADDRESS, () => Promise.resolve(true));
      const breaks = (): Promise<boolean> => Promise.reject(new Error('broken'));
      await expect(attempts.attempt('ada@example.com', ADDRESS, breaks)).rejects.toThrow('broken');
      await expect(attempts.attemptCode('1', 'ada@example.com', ADDRESS, breaks)).rejects.toThrow('broken');
    }
  });
});
