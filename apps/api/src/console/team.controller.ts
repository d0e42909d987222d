import { Controller } from '@nestjs/common';
import type { InvitationListDto, InvitationWithLinkDto, PersonDto, PersonListDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { Invitations, Team } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

/** The members of an account, and invitations. */
@Controller()
export class TeamController {
  constructor(
    private readonly team: Team,
    private readonly invitations: Invitations,
  ) {}

  @Operation('listPeople')
  list(@Input() _input: Input<'listPeople'>, @Caller() caller: Caller): Promise<PersonListDto> {
    return this.team.list(caller);
  }

  @Operation('changePerson')
  change(@Input() { params, body }: Input<'changePerson'>, @Caller() caller: Caller): Promise<PersonDto> {
    return this.team.changeRole(caller, params.userId, body.role);
  }

  @Operation('removePerson')
  remove(@Input() { params }: Input<'removePerson'>, @Caller() caller: Caller): Promise<void> {
    return this.team.remove(caller, params.userId);
  }

  @Operation('listInvitations')
  listInvitations(@Input() _input: Input<'listInvitations'>, @Caller() caller: Caller): Promise<InvitationListDto> {
    return this.invitations.list(caller);
  }

  @Operation('createInvitation')
  invite(@Input() { body }: Input<'createInvitation'>, @Caller() caller: Caller): Promise<InvitationWithLinkDto> {
    return this.invitations.create(caller, body);
  }

  @Operation('revokeInvitation')
  revoke(@Input() { params }: Input<'revokeInvitation'>, @Caller() caller: Caller): Promise<void> {
    return this.invitations.revoke(caller, params.invitationId);
  }
}
