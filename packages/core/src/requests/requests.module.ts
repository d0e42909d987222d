import { Module } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { LOGGER } from '../platform/tokens.js';
import { concept } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { RequestLog } from './request-log.js';
import { RequestsService } from './requests.service.js';

/** The log of the requests of each account. */
@Module(
  concept([
    provide(RequestLog, {
      database: Database,
      metrics: Metrics,
      logger: LOGGER,
      enabled: setting(({ REQUEST_LOG }) => REQUEST_LOG),
    }),
    provide(RequestsService, [Database]),
  ]),
)
export class RequestsModule {}
