import { Foundation1764000000000 } from './1764000000000-foundation.js';
import { ApiManners1764000100000 } from './1764000100000-api-manners.js';
import { TestClock1764000200000 } from './1764000200000-test-clock.js';
import { Refunds1764000600000 } from './1764000600000-refunds.js';
import { Security1764000700000 } from './1764000700000-security.js';
import { WebhookCare1764000900000 } from './1764000900000-webhook-care.js';

/** All migrations, oldest first. */
export const migrations = [
  Foundation1764000000000,
  ApiManners1764000100000,
  TestClock1764000200000,
  Refunds1764000600000,
  Security1764000700000,
  WebhookCare1764000900000,
];
