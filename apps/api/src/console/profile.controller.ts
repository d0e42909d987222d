import { Controller, Res } from '@nestjs/common';
import type { ConsoleSessionDto, OwnAccountListDto, OwnSessionListDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { type AuthenticatedSession, OwnAccess } from '@svc/core';
import type { Response } from 'express';
import { Input, Origin, Session } from '../http/api-request.js';
import { BrowserSession } from './browser-session.js';

/** The signed-in person: password, sessions and accounts. */
@Controller()
export class ProfileController {
  constructor(
    private readonly own: OwnAccess,
    private readonly browser: BrowserSession,
  ) {}

  @Operation('changePassword')
  async changePassword(
    @Input() { body }: Input<'changePassword'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    return this.browser.begin(await this.own.changePassword(session, body, origin), response);
  }

  @Operation('listConsoleSessions')
  list(
    @Input() _input: Input<'listConsoleSessions'>,
    @Session() session: AuthenticatedSession,
  ): Promise<OwnSessionListDto> {
    return this.own.listSessions(session);
  }

  @Operation('endOtherConsoleSessions')
  endOthers(
    @Input() _input: Input<'endOtherConsoleSessions'>,
    @Session() session: AuthenticatedSession,
  ): Promise<void> {
    return this.own.endOtherSessions(session);
  }

  @Operation('endConsoleSession')
  end(@Input() { params }: Input<'endConsoleSession'>, @Session() session: AuthenticatedSession): Promise<void> {
    return this.own.endSession(session, params.sessionId);
  }

  @Operation('listOwnAccounts')
  listAccounts(
    @Input() _input: Input<'listOwnAccounts'>,
    @Session() session: AuthenticatedSession,
  ): Promise<OwnAccountListDto> {
    return this.own.listAccounts(session);
  }

  @Operation('confirmSession')
  async confirm(
    @Input() { body }: Input<'confirmSession'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    return this.browser.begin(await this.own.confirm(session, body, origin), response);
  }

  @Operation('switchAccount')
  async switchAccount(
    @Input() { body }: Input<'switchAccount'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsoleSessionDto> {
    return this.browser.begin(await this.own.switchAccount(session, body.accountId, origin), response);
  }
}
