import { PAYMENT_TOKEN_COLUMN } from '../customers/payment-tokens.js';
import { TOTP_SECRET_COLUMN } from '../people/second-factor/second-factor.js';
import type { SealedColumn } from '../platform/crypto/sealed-column.js';
import { PROCESSOR_CREDENTIALS_COLUMN } from '../processors/connections/connection-credentials.js';
import { WEBHOOK_SECRET_COLUMNS } from '../webhooks/endpoints/webhook-secrets.js';

/** All columns that contain sealed data keys. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...WEBHOOK_SECRET_COLUMNS,
  PAYMENT_TOKEN_COLUMN,
  PROCESSOR_CREDENTIALS_COLUMN,
  TOTP_SECRET_COLUMN,
];
