import { describe, expect, it } from 'vitest';
import { secondLookBreach, tenantWallBreach } from './statement-check.js';

const allowed = [
  'SELECT id FROM payments WHERE environment_id = $1 AND id = $2',
  'SELECT "Webhook"."id" FROM "webhooks" "Webhook" WHERE "Webhook"."environment_id" = $1',
  'INSERT INTO payments (environment_id, id) SELECT 1, 2',
  'INSERT INTO "webhooks"("environment_id", "id") VALUES ($1, $2)',
  'SELECT 1 FROM events e JOIN deliveries d ON d.environment_id = e.environment_id WHERE e.environment_id = $1',
  'SELECT name FROM accounts',
  'CREATE INDEX x ON payments (id)',
];

const breaches = [
  'SELECT id FROM payments WHERE id = $1',
  'SELECT environment_id FROM payments WHERE id = $1',
  'UPDATE payments SET status = $1',
  'DELETE FROM "webhooks" WHERE id = $1',
  'SELECT 1 FROM events e JOIN deliveries d ON d.event_id = e.id WHERE e.environment_id = $1',
  'SELECT 1 FROM only public.payments',
];

describe('the tenant wall', () => {
  it.each(allowed)('allows: %s', (text) => {
    expect(tenantWallBreach(text, undefined)).toBeUndefined();
  });

  it.each(breaches)('rejects: %s', (text) => {
    expect(tenantWallBreach(text, undefined)).toBeDefined();
  });

  it('allows reviewed statements by name', () => {
    expect(tenantWallBreach('SELECT * FROM api_keys WHERE hash = $1', 'api_key_by_hash')).toBeUndefined();
  });
});

describe('secondLookBreach', () => {
  const write = 'UPDATE deliveries d SET lease = 1 FROM taken t WHERE d.id = t.id';

  it.each([
    `WITH taken AS (SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id FOR UPDATE OF d SKIP LOCKED) ${write}`,
    `WITH taken AS (SELECT id FROM deliveries WHERE due_at < now() LIMIT 1 FOR UPDATE SKIP LOCKED) ${write}`,
    'SELECT id FROM webhooks FOR UPDATE',
    'WITH taken AS (SELECT id FROM payments p FOR UPDATE OF p) UPDATE payments SET lease = 1 FROM taken',
    write,
  ])('allows: %s', (text) => {
    expect(secondLookBreach(text, undefined)).toBeUndefined();
  });

  it.each([
    `WITH taken AS (SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id FOR SHARE OF w SKIP LOCKED) ${write}`,
    `WITH taken AS (SELECT d.id FROM deliveries d JOIN webhooks AS w ON w.id = d.webhook_id FOR NO KEY UPDATE OF w) ${write}`,
    `WITH taken AS (SELECT id FROM webhooks WHERE enabled FOR KEY SHARE) INSERT INTO deliveries SELECT * FROM taken`,
    `WITH taken AS (SELECT * FROM elsewhere FOR UPDATE) DELETE FROM "events" WHERE id IN (SELECT id FROM taken)`,
  ])('rejects: %s', (text) => {
    expect(secondLookBreach(text, undefined)).toBeDefined();
  });
});
