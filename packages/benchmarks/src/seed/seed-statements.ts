import type { SeedPlan } from './seed-plan.js';

/** A deterministic pseudo-random value, so that customers and their payments agree without a join. */
export const FUNCTIONS = `
  CREATE FUNCTION pg_temp.draw(n bigint, what bigint) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (hashint8extended(n, what) & 2147483647) / 2147483648.0::float8
  $$;
  CREATE FUNCTION pg_temp.iso(id bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_char(id_time(id) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$;
`;

// Before the first epoch of the database, so that the roll-ups, which are seeded too, do not count these events again.
const EPOCH = 0;

const sequenceOf = (n: string): string => `(${n} % 1048576) * 4`;

/** The time of the nth item; the rate grows over the period. */
function momentOf(n: string, of: number, { startMs, endMs }: SeedPlan): string {
  return `(${startMs} + floor(${endMs - startMs} * ((${n} - 1)::float8 / ${of}) ^ 0.8))::bigint`;
}

function environmentOf(customer: string, { environments }: SeedPlan): string {
  const place = `1 + floor(${environments.length} * pg_temp.draw(${customer}, 1) ^ 2)::int`;
  return `('{${environments.join(',')}}'::int[])[${place}]`;
}

function customerIdOf(customer: string, plan: SeedPlan): string {
  return `(${momentOf(customer, plan.customers, plan)} << 22) | ${sequenceOf(customer)}`;
}

const emailOf = (customer: string): string => `'customer-' || ${customer} || '@example.com'`;

/** Inserts customers from $1 to $2 with their events. */
export function customersBatch(plan: SeedPlan): string {
  return `
  WITH made AS MATERIALIZED (
    SELECT c, ${environmentOf('c', plan)} AS environment_id, ${customerIdOf('c', plan)} AS id, ${emailOf('c')} AS email
      FROM generate_series($1::bigint, $2::bigint) c
  ), customers AS (
    INSERT INTO customers (environment_id, id, email, email_normalized, first_name, last_name, updated_at)
    SELECT environment_id, id, email, email, 'Ada', 'Customer ' || c, id_time(id) FROM made
  )
  INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
  SELECT environment_id, id, 'customer.created', id, convert_to(
           '{"id":"evt_' || id || '","type":"customer.created","created":"' || at || '","data":{"id":"cust_' || id
           || '","email":"' || email || '","firstName":"Ada","lastName":"Customer ' || c || '","phone":null,"address":null,'
           || '"preferences":{"locale":null,"currency":null,"emailReceipts":true,"defaultPaymentMethodId":null},'
           || '"metadata":{},"mode":"test","version":1,"createdAt":"' || at || '","updatedAt":"' || at || '"}}', 'UTF8'),
         ${EPOCH}, 1
    FROM made, LATERAL pg_temp.iso(id) AS at`;
}

const FAILURE_CODE = 'card_declined';
const FAILURE_MESSAGE = 'The card was declined.';
const FAILURE = `'{"code":"${FAILURE_CODE}","message":"${FAILURE_MESSAGE}"}'`;

/** Inserts payments from $1 to $2 with attempts, refunds, ledger entries, events and deliveries. */
export function paymentsBatch(plan: SeedPlan): string {
  return `
  WITH drawn AS (
    SELECT n, ${sequenceOf('n')} AS seq, ${momentOf('n', plan.payments, plan)} AS t0, pg_temp.draw(n, 2) AS fate,
           pg_temp.draw(n, 3) AS size, pg_temp.draw(n, 4) AS money, pg_temp.draw(n, 5) AS back, pg_temp.draw(n, 6) AS pace,
           1 + least(${plan.customers - 1},
                     floor(${plan.customers} * ((n - 1)::float8 / ${plan.payments}) * pg_temp.draw(n, 7)))::bigint AS c
      FROM generate_series($1::bigint, $2::bigint) n
    OFFSET 0
  ), placed AS (
    SELECT d.*, ${environmentOf('c', plan)} AS environment_id, ${customerIdOf('c', plan)} AS customer_id,
           ${emailOf('c')} AS email, (t0 << 22) | seq AS id, t0 + 300 + floor(pace * 2700)::bigint AS t1,
           CASE WHEN fate < 0.88 THEN 'completed' WHEN fate < 0.96 THEN 'failed' ELSE 'pending' END AS status,
           CASE WHEN money < 0.6 THEN 'USD' WHEN money < 0.85 THEN 'EUR' WHEN money < 0.95 THEN 'GBP' ELSE 'JPY' END
             AS currency,
           100 + floor(50000 * size ^ 3)::bigint AS amount, CASE WHEN n % 2 = 0 THEN 'order-' || n END AS reference
      FROM drawn d
    OFFSET 0
  ), made AS MATERIALIZED (
    SELECT p.*, (t1 << 22) | (seq + 2) AS settled_id, (t2 << 22) | seq AS refund_id, t2 IS NOT NULL AS refunded,
           ((t2 + 900) << 22) | (seq + 3) AS returned_id, back >= 0.005 AS returned,
           CASE WHEN back < 0.03 THEN amount ELSE (amount + 1) / 2 END AS refund_amount
      FROM placed p, LATERAL (
        SELECT CASE WHEN p.status = 'completed' AND p.back < 0.06
                    THEN p.t1 + 60000 + floor(p.pace * least(864000000, ${plan.endMs} + 1800000 - p.t1))::bigint END AS t2) r
  ), payments AS (
    INSERT INTO payments (environment_id, id, version, status, stage, amount_value, currency, refunded_value, customer_id,
      customer_email, customer_first_name, customer_last_name, description, metadata, reference, processor, failure_code,
      failure_message, event_version, updated_at)
    SELECT environment_id, id, CASE WHEN status = 'pending' THEN 1 WHEN NOT refunded THEN 2 WHEN returned THEN 3 ELSE 4 END,
           status, CASE status WHEN 'pending' THEN 'awaiting_approval' END, amount, currency,
           CASE WHEN refunded AND returned THEN refund_amount ELSE 0 END, customer_id, email, 'Ada', 'Customer ' || c,
           'Order ' || n, ('{"orderId":"' || n || '"}')::json, reference, 'sandbox',
           CASE status WHEN 'failed' THEN '${FAILURE_CODE}' END, CASE status WHEN 'failed' THEN '${FAILURE_MESSAGE}' END,
           CASE status WHEN 'pending' THEN 1 ELSE 2 END,
           id_time(CASE WHEN refunded THEN CASE WHEN returned THEN refund_id ELSE returned_id END
                        WHEN status = 'pending' THEN id ELSE settled_id END)
      FROM made
  ), transitions AS (
    INSERT INTO payment_transitions (environment_id, payment_id, version, from_stage, status, at)
    SELECT environment_id, id, 2, 'processing', status, id_time(settled_id) FROM made WHERE status <> 'pending'
  ), attempts AS (
    INSERT INTO payment_attempts (environment_id, id, payment_id, operation, processor, state, code, started_at, finished_at)
    SELECT environment_id, id, id, 'authorize', 'sandbox', CASE status WHEN 'failed' THEN 'declined' ELSE 'approved' END,
           CASE status WHEN 'failed' THEN '${FAILURE_CODE}' END, id_time(id), id_time(settled_id)
      FROM made WHERE status <> 'pending'
  ), refunds AS (
    INSERT INTO refunds (environment_id, id, version, payment_id, status, amount_value, currency, reason, metadata,
      failure_code, failure_message, updated_at)
    SELECT environment_id, refund_id, 2, id, CASE WHEN returned THEN 'completed' ELSE 'failed' END, refund_amount, currency,
           'returned', '{}', CASE WHEN NOT returned THEN '${FAILURE_CODE}' END,
           CASE WHEN NOT returned THEN '${FAILURE_MESSAGE}' END, id_time(returned_id)
      FROM made WHERE refunded
  ), refund_attempts AS (
    INSERT INTO refund_attempts (environment_id, id, refund_id, processor, state, code, started_at, finished_at)
    SELECT environment_id, refund_id, refund_id, 'sandbox', CASE WHEN returned THEN 'approved' ELSE 'declined' END,
           CASE WHEN NOT returned THEN '${FAILURE_CODE}' END, id_time(refund_id), id_time(returned_id)
      FROM made WHERE refunded
  ), posted AS (
    INSERT INTO ledger_transactions (environment_id, id, source, source_id, kind, at)
    SELECT environment_id, settled_id, 'payment', id, 'completed', id_time(settled_id) FROM made WHERE status = 'completed'
    UNION ALL
    SELECT environment_id, returned_id, 'refund', refund_id, 'completed', id_time(returned_id)
      FROM made WHERE refunded AND returned
  ), entries AS (
    INSERT INTO ledger_entries (environment_id, transaction_id, account, currency, amount)
    SELECT environment_id, settled_id, e.account, currency, e.sign * amount
      FROM made, (VALUES ('clearing', 1), ('merchant', -1)) AS e (account, sign) WHERE status = 'completed'
    UNION ALL
    SELECT environment_id, returned_id, e.account, currency, e.sign * refund_amount
      FROM made, (VALUES ('refunds', 1), ('clearing', -1)) AS e (account, sign) WHERE refunded AND returned
  ), delivered AS (
    INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, attempts, updated_at)
    SELECT environment_id, settled_id, settled_id, ${plan.startMs}::bigint << 22, 'payment.completed', 'delivered', 1,
           id_time(settled_id)
      FROM made WHERE status = 'completed' AND t1 >= ${plan.deliveriesFromMs}
  ), delivery_attempts AS (
    INSERT INTO delivery_attempts (environment_id, delivery_id, n, at, duration_ms, status_code)
    SELECT environment_id, settled_id, 1, id_time(settled_id), 1 + floor(pace * 200), 200
      FROM made WHERE status = 'completed' AND t1 >= ${plan.deliveriesFromMs}
  ), told AS (
    SELECT m.*, id + 1 AS event_id, 'payment.pending' AS type, id AS object_id, 1 AS version,
           CASE status WHEN 'pending' THEN '"awaiting_approval"' ELSE '"processing"' END AS stage, 'pending' AS shown,
           'null' AS failure
      FROM made m
    UNION ALL
    SELECT m.*, settled_id, 'payment.' || status, id, 2, 'null', status,
           CASE status WHEN 'failed' THEN ${FAILURE} ELSE 'null' END
      FROM made m WHERE status <> 'pending'
  )
  INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
  SELECT environment_id, event_id, type, object_id, convert_to(
           '{"id":"evt_' || event_id || '","type":"' || type || '","created":"' || at || '","data":{"id":"pay_' || id
           || '","status":"' || shown || '","amount":{"value":' || amount || ',"currency":"' || currency
           || '"},"customer":{"id":"cust_' || customer_id || '","email":"' || email
           || '","firstName":"Ada","lastName":"Customer ' || c || '"},"description":"Order ' || n || '","createdAt":"' || pg_temp.iso(id)
           || '","updatedAt":"' || at || '","stage":' || stage || ',"failure":' || failure
           || ',"refundedAmount":{"value":0,"currency":"' || currency || '"},"disputedAmount":{"value":0,"currency":"' || currency || '"},"reference":'
           || coalesce('"' || reference || '"', 'null') || ',"metadata":{"orderId":"' || n || '"},"mode":"test"'
           || ',"captureMethod":"automatic","processor":{"id":"sandbox","kind":"sandbox","reference":null}'
           || ',"capturedAmount":{"value":' || CASE shown WHEN 'completed' THEN amount ELSE 0 END || ',"currency":"' || currency
           || '"},"amountCapturable":{"value":0,"currency":"' || currency || '"},"captureBefore":null,"captureOrigin":'
           || CASE shown WHEN 'completed' THEN '"api"' ELSE 'null' END
           || ',"paymentMethodId":null,"subscriptionId":null,"expiresAt":null,"nextAction":null,"returnUrl":null,"initiator":"customer","statementDescriptorSuffix":null,"receiptEmail":null,"refundableAmount":{"value":'
           || CASE shown WHEN 'completed' THEN amount ELSE 0 END || ',"currency":"' || currency || '"},"version":' || version
           || ',"paymentVersion":' || version || '}}', 'UTF8'), ${EPOCH}, 2
    FROM told, LATERAL pg_temp.iso(event_id) AS at
  UNION ALL
  SELECT environment_id, returned_id, type, refund_id, convert_to(
           '{"id":"evt_' || returned_id || '","type":"' || type || '","created":"' || at || '","data":{"id":"ref_' || refund_id
           || '","paymentId":"pay_' || id || '","amount":{"value":' || refund_amount || ',"currency":"' || currency
           || '"},"status":"' || CASE WHEN returned THEN 'completed","reason":"returned","failure":null'
              ELSE 'failed","reason":"returned","failure":' || ${FAILURE} END
           || ',"metadata":{},"origin":"api","mode":"test","version":2,"createdAt":"' || pg_temp.iso(refund_id) || '","updatedAt":"' || at
           || '"}}', 'UTF8'), ${EPOCH}, 2
    FROM made, LATERAL (SELECT CASE WHEN returned THEN 'refund.completed' ELSE 'refund.failed' END AS type,
                               pg_temp.iso(returned_id) AS at) e
   WHERE refunded`;
}

/** A disabled endpoint for each environment, so that nothing is sent to it. */
export function webhooks(plan: SeedPlan): string {
  const id = `${plan.startMs}::bigint << 22`;
  return `
  INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at)
  SELECT environment_id, ${id}, 'https://receiver.invalid/hook', '{payment.completed}', false, '2xx', id_time(${id})
    FROM unnest('{${plan.environments.join(',')}}'::int[]) AS environment_id`;
}

/** Inserts the roll-ups of the seed, as the worker would compute them. */
export function rollUps(plan: SeedPlan): string {
  const environments = `environment_id = ANY ('{${plan.environments.join(',')}}')`;
  return `
  INSERT INTO payment_rollups (environment_id, bucket, currency, count, completed, failed, gross, refunded)
  SELECT environment_id, date_bin('15 minutes', id_time(id), '2025-01-01T00:00:00Z'), currency, sum(count), sum(completed),
         sum(failed), sum(gross), sum(refunded)
    FROM (SELECT environment_id, id, currency, 1 AS count, (status = 'completed')::int AS completed,
                 (status = 'failed')::int AS failed, CASE status WHEN 'completed' THEN amount_value ELSE 0 END AS gross,
                 0 AS refunded
            FROM payments WHERE ${environments}
          UNION ALL
          SELECT environment_id, id, currency, 0, 0, 0, 0, amount_value FROM refunds
           WHERE ${environments} AND status = 'completed') changes
   GROUP BY 1, 2, 3`;
}

/** Counts the ledger transactions of the seed that do not balance. */
export function unbalanced(plan: SeedPlan): string {
  return `
  SELECT count(*)::int AS unbalanced
    FROM (SELECT FROM ledger_entries WHERE environment_id = ANY ('{${plan.environments.join(',')}}')
           GROUP BY environment_id, transaction_id
          HAVING count(*) < 2 OR sum(amount) <> 0 OR min(currency) <> max(currency)) u`;
}

/** Creates the weekly partitions of the period like the service. */
export function partitions({ startMs, endMs }: SeedPlan): string {
  return `
  DO $$
  DECLARE
    parent text;
    week timestamptz;
  BEGIN
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'delivery_attempts'] LOOP
      FOR week IN SELECT generate_series(date_trunc('week', id_time(${startMs}::bigint << 22), 'UTC'),
                                         id_time(${endMs}::bigint << 22) + interval '1 hour', '7 days') LOOP
        IF to_regclass(parent || to_char(week, '_YYYYMMDD')) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
            parent || to_char(week, '_YYYYMMDD'), parent, id_at(week), id_at(week + interval '7 days'));
        END IF;
      END LOOP;
    END LOOP;
  END $$`;
}
