import { Controller } from '@nestjs/common';
import type {
  ApiKeyDto,
  ApiKeyPageDto,
  ApiKeyWithSecretDto,
  AuditLogPageDto,
  CurrentCallerDto,
  SecurityConfigDto,
} from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { ApiKeysService, AuditTrail, KeyRotation, SecurityConfigService } from '@svc/core';
import type { Allowance } from '../http/authentication.guard.js';
import { Caller, Input, RemainingRequests } from '../http/api-request.js';

@Controller()
export class SecurityController {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly rotation: KeyRotation,
    private readonly config: SecurityConfigService,
    private readonly auditTrail: AuditTrail,
  ) {}

  @Operation('createApiKey')
  create(@Input() input: Input<'createApiKey'>, @Caller() caller: Caller): Promise<ApiKeyWithSecretDto> {
    return this.keys.create(caller, input.body);
  }

  @Operation('listApiKeys')
  list(@Input() input: Input<'listApiKeys'>, @Caller() caller: Caller): Promise<ApiKeyPageDto> {
    return this.keys.list(caller, input.query);
  }

  @Operation('getApiKey')
  get(@Input() input: Input<'getApiKey'>, @Caller() caller: Caller): Promise<ApiKeyDto> {
    return this.keys.get(caller, input.params.keyId);
  }

  @Operation('updateApiKey')
  update(@Input() input: Input<'updateApiKey'>, @Caller() caller: Caller): Promise<ApiKeyDto> {
    return this.keys.update(caller, input.params.keyId, input.body);
  }

  @Operation('revokeApiKey')
  revoke(@Input() input: Input<'revokeApiKey'>, @Caller() caller: Caller): Promise<void> {
    return this.keys.revoke(caller, input.params.keyId);
  }

  @Operation('rotateApiKey')
  rotate(@Input() input: Input<'rotateApiKey'>, @Caller() caller: Caller): Promise<ApiKeyWithSecretDto> {
    return this.rotation.rotate(caller, input.params.keyId, input.body ?? {});
  }

  @Operation('getCurrentCaller')
  me(
    @Input() _input: Input<'getCurrentCaller'>,
    @Caller() caller: Caller,
    @RemainingRequests() left: Allowance,
  ): Promise<CurrentCallerDto> {
    return this.keys.me(caller, left);
  }

  @Operation('getSecurityConfig')
  getConfig(@Input() _input: Input<'getSecurityConfig'>, @Caller() caller: Caller): Promise<SecurityConfigDto> {
    return this.config.get(caller);
  }

  @Operation('updateSecurityConfig')
  updateConfig(@Input() input: Input<'updateSecurityConfig'>, @Caller() caller: Caller): Promise<SecurityConfigDto> {
    return this.config.update(caller, input.body);
  }

  @Operation('listAuditLog')
  listAuditLog(@Input() input: Input<'listAuditLog'>, @Caller() caller: Caller): Promise<AuditLogPageDto> {
    return this.auditTrail.list(caller, input.query);
  }
}
