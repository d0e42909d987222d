import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleSessionDto } from '@svc/contract';
import { CONFIG, type Config, DomainError, type NewSession, presentSession, Sessions } from '@svc/core';
import type { Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import { clearSessionCookie, setSessionCookie } from './session-cookie.js';

/** The session of a browser: the cookie names it. */
@Injectable()
export class BrowserSession {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: Sessions,
  ) {}

  /** Gives the browser a new session, and ends the one that it had. Throws `unauthorized` if the new one has ended already. */
  async begin({ token }: NewSession, response: Response): Promise<ConsoleSessionDto> {
    const session = await this.sessions.authenticate(token);
    if (session === undefined) throw new DomainError('unauthorized', 'Sign in to the console.');
    await this.endPrevious(response);
    setSessionCookie(response, this.config, token);
    return presentSession(session);
  }

  /** Ends the session of the browser, if it has one. */
  async end(response: Response): Promise<void> {
    await this.endPrevious(response);
    clearSessionCookie(response, this.config);
  }

  private async endPrevious({ req }: Response): Promise<void> {
    const { console } = req as ApiRequest;
    if (console?.token !== undefined) await this.sessions.end(console.token);
  }
}
