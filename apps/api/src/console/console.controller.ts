import { Controller, Inject, Res } from '@nestjs/common';
import type { ConsoleSessionDto, SignInLinkDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import {
  CONFIG,
  type Config,
  presentSession,
  Sessions,
  SignIn,
  SignInLinks,
  type AuthenticatedSession,
} from '@svc/core';
import type { Response } from 'express';
import { Origin, Input, Session, SessionToken } from '../http/api-request.js';
import { clearSessionCookie, setSessionCookie } from './session-cookie.js';

/** The operations that only the console has. */
@Controller()
export class ConsoleController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly links: SignInLinks,
    private readonly people: SignIn,
  ) {}

  @Operation('readSignInLink')
  readLink(@Input() input: Input<'readSignInLink'>): Promise<SignInLinkDto> {
    return this.links.read(input.body.token);
  }

  @Operation('redeemSignInLink')
  async redeemLink(
    @Input() input: Input<'redeemSignInLink'>,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    const { token } = await this.links.redeem(input.body, origin);
    return this.begin(token, response);
  }

  @Operation('signIn')
  async signIn(
    @Input() input: Input<'signIn'>,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    const { token } = await this.people.signIn(input.body, origin);
    return this.begin(token, response);
  }

  @Operation('getConsoleSession')
  get(@Input() _input: Input<'getConsoleSession'>, @Session() session: AuthenticatedSession): ConsoleSessionDto {
    return presentSession(session);
  }

  @Operation('signOut')
  async signOut(
    @Input() _input: Input<'signOut'>,
    @SessionToken() token: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    if (token !== undefined) await this.sessions.end(token);
    clearSessionCookie(response, this.config);
  }

  private async begin(token: string, response: Response): Promise<ConsoleSessionDto> {
    const session = await this.sessions.authenticate(token);
    if (session === undefined) throw new Error('a session ended as it began');
    setSessionCookie(response, this.config, token);
    return presentSession(session);
  }
}
