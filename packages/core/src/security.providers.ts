import type { FactoryProvider } from '@nestjs/common';
import type { Config } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { CONFIG } from './platform/tokens.js';
import { Authenticator } from './security/authenticator.js';

/** Who may call. */
export const securityProviders: FactoryProvider[] = [
  {
    provide: Authenticator,
    useFactory: (database: Database, config: Config) => new Authenticator(database, config.API_KEY_PEPPER),
    inject: [Database, CONFIG],
  },
];
