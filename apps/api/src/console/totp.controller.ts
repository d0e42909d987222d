import { Controller } from '@nestjs/common';
import type { RecoveryCodesDto, TotpDto, TotpSecretDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { type AuthenticatedSession, OwnTotp } from '@svc/core';
import { Caller, Input, Origin, Session } from '../http/api-request.js';

/** The authenticator apps of people. */
@Controller()
export class TotpController {
  constructor(private readonly totp: OwnTotp) {}

  @Operation('getTotp')
  get(@Input() _input: Input<'getTotp'>, @Session() session: AuthenticatedSession): Promise<TotpDto> {
    return this.totp.read(session);
  }

  @Operation('setUpTotp')
  setUp(
    @Input() { body }: Input<'setUpTotp'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
  ): Promise<TotpSecretDto> {
    return this.totp.setUp(session, body, origin);
  }

  @Operation('confirmTotp')
  confirm(
    @Input() { body }: Input<'confirmTotp'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
  ): Promise<RecoveryCodesDto> {
    return this.totp.confirm(session, body, origin);
  }

  @Operation('removeTotp')
  remove(
    @Input() { body }: Input<'removeTotp'>,
    @Session() session: AuthenticatedSession,
    @Origin() origin: Origin,
  ): Promise<void> {
    return this.totp.remove(session, body, origin);
  }

  @Operation('resetTotp')
  reset(@Input() { params }: Input<'resetTotp'>, @Caller() caller: Caller): Promise<void> {
    return this.totp.reset(caller, params.userId);
  }
}
