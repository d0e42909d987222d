import { Injectable } from '@nestjs/common';
import {
  Authenticator,
  DomainError,
  FailedAuthentication,
  KeyUse,
  type AuthenticatedKey,
  type Caller,
} from '@svc/core';
import type { Response } from 'express';
import { AccountLimit } from './account-limit.js';
import type { ApiRequest } from './api-request.js';
import { bearerToken } from './bearer-token.js';
import { closeAfter } from './server/close-gently.js';

/** Admits requests whose key is valid and used from where it may be, and whose account has requests left; in this order. */
@Injectable()
export class Admission {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly failures: FailedAuthentication,
    private readonly limit: AccountLimit,
    private readonly keyUse: KeyUse,
  ) {}

  async admit(request: ApiRequest, response: Response): Promise<Caller> {
    const address = request.ip ?? '';
    const key = await this.authenticate(request, response, address);
    const caller = { ...key.identity, requestId: request.requestId, address, trace: request.trace };
    request.caller = caller;
    if (!key.admits(address)) await this.refuseAddress(caller, response);
    this.keyUse.note(caller);
    request.allowance = await this.limit.take(caller, response);
    return caller;
  }

  private async authenticate(request: ApiRequest, response: Response, address: string): Promise<AuthenticatedKey> {
    const text = bearerToken(request);
    const key = text === undefined ? undefined : await this.authenticator.authenticate(text);
    if (key !== undefined) return key;
    this.countFailure(address, response);
    throw new DomainError('unauthorized', withoutKey(request));
  }

  /** Counted against the address: whoever has got hold of a key must not use up the requests of its account. */
  private async refuseAddress(caller: Caller, response: Response): Promise<never> {
    await this.limit.tell(caller, response);
    this.countFailure(caller.address, response);
    throw new DomainError('ip_not_allowed', `The key may not be used from ${caller.address}.`);
  }

  private countFailure(address: string, response: Response): void {
    const { allowed, resetSeconds } = this.failures.count(address);
    if (allowed) return;
    response.setHeader('Retry-After', resetSeconds);
    closeAfter(response);
    throw new DomainError('rate_limited', 'Too many requests without a valid API key came from this address.');
  }
}

/** A wrong scheme is a mistake in the client's code. A wrong key gets no details. */
function withoutKey({ headers: { authorization } }: ApiRequest): string {
  return authorization === undefined || /^Bearer\b/i.test(authorization)
    ? 'A valid API key is required.'
    : 'Use Bearer authentication: send the header "Authorization: Bearer <API key>".';
}
