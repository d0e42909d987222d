/** Tables whose rows belong to one environment of one account. */
export const tenantTables: ReadonlySet<string> = new Set([
  'api_keys',
  'customers',
  'payments',
  'payment_attempts',
  'payment_transitions',
  'refunds',
  'refund_attempts',
  'events',
  'webhooks',
  'deliveries',
  'delivery_attempts',
  'idempotency_keys',
  'fan_outs',
  'replays',
  'security_configs',
  'audit_log',
]);

/** Statements that reach over environments on purpose, each with the reason. Reviewed by hand. */
export const reviewedStatements: ReadonlyMap<string, string> = new Map([
  ['api_key_by_hash', 'authentication: the key is what tells the environment'],
  ['idempotency_prune', 'sweeper: deletes what is past its day in every environment'],
  ['deliveries_claim_due', 'sweeper: takes the due rows of every environment'],
  ['fan_outs_claim', 'relay: takes the oldest wide event of any environment'],
  ['replays_claim', 'sweeper: takes the replays of every environment in turn'],
  ['webhooks_end_overlaps', 'sweeper: drops the replaced secrets of every environment'],
  ['payments_claim_due', 'sweeper: takes the due rows of every environment'],
  ['refunds_claim_due', 'sweeper: takes the due rows of every environment'],
]);
