import { Module } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { IdSource } from '../platform/ids.js';
import { concept } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { ApiKeyMint } from './keys/api-key-format.js';
import { ApiKeysService } from './keys/api-keys.service.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';
import { Authenticator } from './authenticator.js';
import { KeyRotation } from './keys/key-rotation.js';
import { KeyUse } from './keys/key-use.js';
import { SecurityConfigService } from './security-config.service.js';
import { PepperCheck } from './keys/stored-peppers.js';

const peppers = setting(({ API_KEY_PEPPER }) => API_KEY_PEPPER);
const retentionDays = setting(({ EVENT_RETENTION_DAYS }) => EVENT_RETENTION_DAYS);

/** API keys, the security settings of accounts, and the audit log. */
@Module(
  concept([
    provide(Authenticator, [Database, peppers, retentionDays]),
    provide(KeyUse, [Database]),
    provide(PepperCheck, [Database, peppers]),
    provide(AuditLog, [IdSource]),
    provide(AuditTrail, [Database]),
    provide(ApiKeyMint, [peppers, setting(({ CELL }) => CELL)]),
    provide(ApiKeysService, {
      database: Database,
      ids: IdSource,
      idempotency: Idempotency,
      audit: AuditLog,
      mint: ApiKeyMint,
      authenticator: Authenticator,
    }),
    provide(KeyRotation, {
      ids: IdSource,
      idempotency: Idempotency,
      audit: AuditLog,
      mint: ApiKeyMint,
      authenticator: Authenticator,
    }),
    provide(SecurityConfigService, [Database, AuditLog, Authenticator]),
  ]),
)
export class SecurityModule {}
