import { ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** How long an outcome may be unclear, or a payment pending, before it is reported. */
const DAY = `interval '24 hours'`;

/** Reports payments and refunds whose outcome has been unknown for long, or pending for `pendingLimitMs`, and why that may be. */
export async function examineUnresolvedOutcomes(ask: Ask, pendingLimitMs: number | undefined): Promise<Finding[]> {
  const limit = `interval '1 millisecond' * ${pendingLimitMs ?? 'NULL'}`;
  return [await examineUndecided(ask), await examineSlow(ask), await examineRefunds(ask, limit)];
}

async function examineUndecided(ask: Ask): Promise<Finding> {
  const { n, first } = await ask(
    `SELECT count(*)::int AS n, 'pay_' || min(id) AS first FROM payments
      WHERE status = 'pending' AND stage = 'requires_attention'`,
  );
  if (n === 0) return ok('undecided', 'none');
  const advice = `ask the processor for their outcomes, then POST /v1/payments/${String(first)}/approve or /reject`;
  return warning('undecided', `${String(n)} payment(s) require attention, such as ${String(first)}; ${advice}`);
}

async function examineSlow(ask: Ask): Promise<Finding> {
  const { n, first } = await ask(
    `SELECT count(*)::int AS n, 'pay_' || min(p.id) AS first
       FROM payments p
       JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id AND a.operation = p.operation
      WHERE p.status = 'pending' AND p.stage = 'processing' AND a.state = 'pending' AND a.started_at < now() - ${DAY}`,
  );
  if (n === 0) return ok('slow payments', 'none');
  const advice = `GET /v1/payments/${String(first)}/timeline shows since when; after PROCESSOR_PENDING_LIMIT they require attention`;
  return warning('slow payments', `${String(n)} pending for over 24 h, such as ${String(first)}; ${advice}`);
}

async function examineRefunds(ask: Ask, limit: string): Promise<Finding> {
  const { n, stuck, first } = await ask(
    `SELECT count(*)::int AS n, (count(*) FILTER (WHERE a.unclear_since IS NULL))::int AS stuck, 'ref_' || min(r.id) AS first
       FROM refunds r JOIN refund_attempts a ON a.environment_id = r.environment_id AND a.refund_id = r.id
      WHERE r.status = 'pending'
        AND (a.unclear_since < now() - ${DAY} OR (a.state = 'pending' AND a.started_at < now() - ${limit}))`,
  );
  if (n === 0) return ok('unclear refunds', 'none');
  const counted = [
    ...(Number(n) > Number(stuck) ? [`${Number(n) - Number(stuck)} unclear for over 24 h`] : []),
    ...(Number(stuck) > 0 ? [`${Number(stuck)} pending past PROCESSOR_PENDING_LIMIT`] : []),
  ].join(', ');
  const advice = `GET /v1/refunds/${String(first)}; ask the processor for their outcomes`;
  return warning('unclear refunds', `${counted}, such as ${String(first)}; ${advice}`);
}
