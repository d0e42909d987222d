import { Injectable } from '@nestjs/common';
import { DomainError, RateLimiter, requestsPerMinute, type Caller, type LimitVerdict } from '@svc/core';
import type { Response } from 'express';

/** What an account has left. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until there is more again. */
  readonly resetSeconds: number;
}

/** The window that clients are told of. The limiter's own is a second longer, see WINDOW_SECONDS. */
const TOLD_WINDOW_S = 60;

/** Counts a request against its account, and tells the client how many are left. */
@Injectable()
export class AccountLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** What is left after this one. Throws when the account had none left. */
  async take(caller: Caller, response: Response): Promise<Allowance> {
    const limit = requestsPerMinute(caller);
    const verdict = await this.limiter.take(caller.accountId, limit);
    setHeaders(caller, limit, verdict, response);
    const { allowed, remaining, resetSeconds } = verdict;
    if (allowed) return { remaining, resetSeconds };
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', `The limit of ${limit} requests a minute is used up.`);
  }

  /** Tells what is left, and counts nothing. */
  async tell(caller: Caller, response: Response): Promise<void> {
    const limit = requestsPerMinute(caller);
    setHeaders(caller, limit, await this.limiter.peek(caller.accountId, limit), response);
  }
}

function setHeaders(
  { tier }: Caller,
  limit: number,
  { remaining, resetSeconds }: LimitVerdict,
  response: Response,
): void {
  const seconds = Math.min(TOLD_WINDOW_S, Math.max(0, resetSeconds));
  response.setHeader('RateLimit-Policy', `"${tier}";q=${limit};w=${TOLD_WINDOW_S}`);
  response.setHeader('RateLimit', `"${tier}";r=${remaining};t=${seconds}`);
}
