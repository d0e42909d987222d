import { Controller, Res } from '@nestjs/common';
import type { ConsoleSessionDto, SignInLinkDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { type AuthenticatedSession, presentSession, SignIn, SignInLinks } from '@svc/core';
import type { Response } from 'express';
import { Origin, Input, Session } from '../http/api-request.js';
import { BrowserSession } from './browser-session.js';

/** The operations that only the console has. */
@Controller()
export class ConsoleController {
  constructor(
    private readonly browser: BrowserSession,
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
    return this.browser.begin(await this.links.redeem(input.body, origin), response);
  }

  @Operation('signIn')
  async signIn(
    @Input() input: Input<'signIn'>,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    return this.browser.begin(await this.people.signIn(input.body, origin), response);
  }

  @Operation('getConsoleSession')
  get(@Input() _input: Input<'getConsoleSession'>, @Session() session: AuthenticatedSession): ConsoleSessionDto {
    return presentSession(session);
  }

  @Operation('signOut')
  signOut(@Input() _input: Input<'signOut'>, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.browser.end(response);
  }
}
