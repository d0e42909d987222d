import { PAYMENT_TOKEN_COLUMN } from '../customers/payment-tokens.js';
import type { SealedColumn } from '../platform/crypto/sealed-column.js';
import { WEBHOOK_SECRET_COLUMNS } from '../webhooks/endpoints/webhook-secrets.js';

/** Every column that holds a data key. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [...WEBHOOK_SECRET_COLUMNS, PAYMENT_TOKEN_COLUMN];
