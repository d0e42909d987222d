import { Injectable } from '@nestjs/common';
import { DomainError, RateLimiter, requestsPerMinute, type Caller } from '@svc/core';
import type { Response } from 'express';

/** What an account has left. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until there is more again. */
  readonly resetSeconds: number;
}

/** Counts a request against its account, and tells the client how many are left. */
@Injectable()
export class AccountLimit {
  constructor(private readonly limiter: RateLimiter) {}

  /** What is left after this one. Throws when the account had none left. */
  async take(caller: Caller, response: Response): Promise<Allowance> {
    const limit = requestsPerMinute(caller);
    const { allowed, remaining, resetSeconds } = await this.limiter.take(caller.accountId, limit);
    response.setHeader('RateLimit-Policy', `"${caller.tier}";q=${limit};w=60`);
    response.setHeader('RateLimit', `"${caller.tier}";r=${remaining};t=${resetSeconds}`);
    if (allowed) return { remaining, resetSeconds };
    response.setHeader('Retry-After', resetSeconds);
    throw new DomainError('rate_limited', `The limit of ${limit} requests a minute is used up.`);
  }
}
