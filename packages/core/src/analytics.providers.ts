import type { FactoryProvider } from '@nestjs/common';
import { RollUps } from './analytics/roll-ups.js';
import { SummaryService } from './analytics/summary.service.js';
import { WebhookHealthService } from './analytics/webhook-health.service.js';
import { Database } from './platform/database/database.js';
import { provide } from './provide.js';

/** What payments and webhooks add up to. */
export const analyticsProviders: FactoryProvider[] = [
  provide(RollUps, [Database]),
  provide(SummaryService, [Database]),
  provide(WebhookHealthService, [Database]),
];
