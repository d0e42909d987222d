import type { FactoryProvider } from '@nestjs/common';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { Idempotency } from './platform/idempotency/idempotency.js';
import { IdSource } from './platform/ids/id-source.js';
import { CONFIG } from './platform/tokens.js';
import { provide } from './provide.js';
import { ApiKeysService } from './security/api-keys.service.js';
import { AuditLog } from './security/audit-log.js';
import { AuditTrail } from './security/audit-trail.js';
import { Authenticator } from './security/authenticator.js';
import { KeyRotation } from './security/key-rotation.js';
import { KeyUse } from './security/key-use.js';
import { SecurityConfigService } from './security/security-config.service.js';

/** Who may call, and who has changed what. */
export const securityProviders: FactoryProvider[] = [
  {
    provide: Authenticator,
    useFactory: (database: Database, config: Config) =>
      new Authenticator(database, config.API_KEY_PEPPER, config.EVENT_RETENTION_DAYS),
    inject: [Database, CONFIG],
  },
  provide(KeyUse, [Database]),
  provide(AuditLog, [IdSource]),
  provide(AuditTrail, [Database]),
  {
    provide: ApiKeysService,
    useFactory: (
      database: Database,
      ids: IdSource,
      idempotency: Idempotency,
      audit: AuditLog,
      config: Config,
      authenticator: Authenticator,
    ) => new ApiKeysService(database, ids, idempotency, audit, config.API_KEY_PEPPER, authenticator),
    inject: [Database, IdSource, Idempotency, AuditLog, CONFIG, Authenticator],
  },
  {
    provide: KeyRotation,
    useFactory: (
      ids: IdSource,
      idempotency: Idempotency,
      audit: AuditLog,
      config: Config,
      authenticator: Authenticator,
    ) => new KeyRotation(ids, idempotency, audit, config.API_KEY_PEPPER, authenticator),
    inject: [IdSource, Idempotency, AuditLog, CONFIG, Authenticator],
  },
  provide(SecurityConfigService, [Database, AuditLog, Authenticator]),
];
