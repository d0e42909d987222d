import { describe, expect, it } from 'vitest';
import { DomainError } from '../platform/errors/domain-error.js';
import { SignInAttempts } from './sign-in-attempts.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

interface Flood {
  readonly codes: Readonly<Record<string, number>>;
  readonly most: number;
  readonly ran: number;
}

/** Sends sign-ins at the same time. Returns how many ended with each code, and how many ran, at most and in all. */
async function flood(sent: number, run: () => Promise<void>): Promise<Flood> {
  const attempts = new SignInAttempts();
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
