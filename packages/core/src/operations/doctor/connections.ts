import { ok, warning, type Finding } from './finding.js';
import type { Ask } from './postgres.js';

/** Reports connections that are refused, whose lists or notices at the processor are not read, or that share an account. */
export async function examineConnections(ask: Ask): Promise<Finding[]> {
  return [
    await examineCredentials(ask),
    await examineSweeps(ask, 'events', 'disputes and refunds made there may be missing here'),
    await examineSweeps(ask, 'settlement', 'settlement reports are missing newer rows'),
    await examineNotices(ask),
    await examineAccounts(ask),
  ];
}

async function examineCredentials(ask: Ask): Promise<Finding> {
  const { n, first, why } = await ask(
    `SELECT count(*)::int AS n, 'proc_' || min(id) AS first, (array_agg(last_error ORDER BY id))[1] AS why
       FROM processors WHERE status = 'failing' AND deleted_at IS NULL`,
  );
  if (n === 0) return ok('processors', 'all connections accept their credentials');
  const advice = `their payments wait; PATCH /v1/processors/${String(first)} with new credentials`;
  return warning('processors', `${String(n)} failing, such as ${String(first)} (${String(why)}); ${advice}`);
}

// A sweep begins every ten minutes. What fails is read again for up to two hours. Disputes also come at a disabled connection.
async function examineSweeps(ask: Ask, subject: 'events' | 'settlement', effect: string): Promise<Finding> {
  const { n, first, minutes } = await ask(
    `SELECT count(*)::int AS n, 'proc_' || min(p.id) AS first,
            (extract(epoch FROM now() - min(s.swept_to)) / 60)::int AS minutes
       FROM processor_sweeps s JOIN processors p ON p.environment_id = s.environment_id AND p.id = s.processor_id
      WHERE s.subject = '${subject}' AND s.swept_to < now() - interval '3 hours' AND p.status <> 'failing' AND p.deleted_at IS NULL`,
  );
  const about = `processor ${subject}`;
  if (n === 0) return ok(about, 'read within the last 3 hours');
  const advice = `${effect}; the workers log processor_sweep_failed with the reason`;
  const since = `${subject} of ${String(n)} connection(s), such as ${String(first)}, were read completely up to ${String(minutes)} min ago`;
  return warning(about, `${since}; ${advice}`);
}

async function examineNotices(ask: Ask): Promise<Finding> {
  const { n, first, kind, reference } = await ask(
    `SELECT count(*) OVER ()::int AS n, 'proc_' || processor_id AS first, kind, reference FROM processor_notices
      WHERE reported_at < now() - interval '1 hour' ORDER BY reported_at LIMIT 1`,
  );
  if (n === undefined) return ok('processor notices', 'all were handled within an hour');
  const causes = 'the processor does not answer, its key lacks a permission, or the payment is not completed here';
  const such = `such as the ${String(kind)} ${String(reference)} of ${String(first)}`;
  return warning('processor notices', `${Number(n)} not handled for an hour, ${such}: ${causes}`);
}

async function examineAccounts(ask: Ask): Promise<Finding> {
  const { n, names, account } = await ask(
    `SELECT count(*) OVER ()::int AS n, string_agg('proc_' || id, ' and ' ORDER BY id) AS names,
            external_account_id AS account
       FROM processors WHERE external_account_id IS NOT NULL AND deleted_at IS NULL
      GROUP BY environment_id, kind, external_account_id HAVING count(*) > 1 ORDER BY min(id) LIMIT 1`,
  );
  if (n === undefined) return ok('processor accounts', 'each is connected once');
  const advice = 'delete the one that is not needed, or disable it while its payments are pending';
  const text = `${String(names)} are connected to the same account ${String(account)}`;
  const more = n === 1 ? '' : `, and so are those of ${Number(n) - 1} other account(s)`;
  return warning('processor accounts', `${text}${more}; ${advice}`);
}
