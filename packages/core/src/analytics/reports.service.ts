import type { Input, Schemas } from '@svc/contract';
import type { Database, Transaction } from '../platform/database/database.js';
import type { PageCondition } from '../platform/database/environment-tables.js';
import { namedQuery } from '../platform/database/named-query.js';
import { PRESENT_EPOCH } from '../platform/database/server-life.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import type { Idempotency } from '../platform/idempotency/idempotency.js';
import { type IdSource, fromPublicId, idAt, idTime, laterId, toPublicId } from '../platform/ids.js';
import { listPage, type Page, type PageRange } from '../platform/lists/cursor.js';
import { emptyRange } from '../platform/lists/filters.js';
import { requireFewUnfinished } from '../platform/lists/unfinished.js';
import type { ReportHorizon, ReportSource } from '../platform/reports/report-source.js';
import type { AuditLog } from '../security/audit-log.js';
import { oldestShown, type Caller } from '../security/caller.js';
import { realTime } from '../security/environment-time.js';
import type { ReportSources } from './report-sources.js';
import { Report } from './report.entity.js';
import { presentReport } from './report.presenter.js';

// Earlier transactions may still add rows to the range, which ends at the database's current time. Ids lag behind it by
// a response time, and clocks drift by up to 10 ms within an id block.
const INSERT = namedQuery(
  'reports_insert',
  `INSERT INTO reports (environment_id, id, type, format, created_from, created_to, status, personal, from_id, to_id,
     reached, statement, as_of, unread_processors, xid, epoch, updated_at)
   SELECT $1, $2, $3, $4, $5, $6, 'pending', $7, $8, upto.id, upto.id, $10, $11, $12, pg_current_xact_id()::text::bigint,
          ${PRESENT_EPOCH}, now()
     FROM least($9::bigint, id_at(now() + interval '10 ms')) AS upto (id)`,
);

export interface ReportsServiceDependencies {
  readonly database: Database;
  readonly ids: IdSource;
  readonly sources: ReportSources;
  readonly idempotency: Idempotency;
  readonly audit: AuditLog;
}

/** Accepts requests for reports and returns their progress; workers write them. */
export class ReportsService {
  constructor(private readonly deps: ReportsServiceDependencies) {}

  async create(caller: Caller, request: Schemas['CreateReport']): Promise<Schemas['Report']> {
    this.deps.sources.requireScope(caller, request.type);
    requireRange(request);
    return this.deps.idempotency.inTransaction(caller, async (transaction) => {
      await requireFewUnfinished(transaction.forEnvironment(caller), Report, 'reports');
      const source = this.deps.sources.of(request.type);
      const horizon = await source.horizon?.(transaction, caller.environmentId);
      const report = newReport(caller, await this.deps.ids.one(), request, source, horizon);
      insertReport(transaction, report);
      const objectId = toPublicId('rep', report.id);
      await this.deps.audit.record(transaction, caller, { action: 'report.created', objectId });
      return presentReport(report, idTime(report.id));
    });
  }

  async get(caller: Caller, publicId: string): Promise<Schemas['Report']> {
    return presentReport(...(await this.findNow(caller, publicId)));
  }

  /** The reports that match the filters, newest first. */
  async list(caller: Caller, query: Input<'listReports'>['query']): Promise<Page<Schemas['Report']>> {
    const tables = this.deps.database.forEnvironment(caller);
    const now = await realTime(tables);
    const read = (range: PageRange): Promise<Report[]> => tables.page(Report, range, conditionsOf(query, now));
    return listPage('reports', caller, query, read, (report) => presentReport(report, now));
  }

  /** A report, and the time of the database. */
  async findNow(caller: Caller, publicId: string): Promise<[report: Report, now: Date]> {
    const id = fromPublicId('rep', publicId);
    const tables = this.deps.database.forEnvironment(caller);
    const report = id === undefined ? undefined : await tables.find(Report, id);
    if (report === undefined) throw new DomainError('not_found', `There is no report ${publicId}.`);
    return [report, await realTime(tables)];
  }
}

/** A report is expired from its expiry on, as it is presented. */
function conditionsOf({ type, status }: Input<'listReports'>['query'], now: Date): PageCondition[] {
  const conditions: PageCondition[] = [];
  if (type !== undefined) conditions.push({ text: 'type = ?', values: [type] });
  if (status === 'expired') conditions.push({ text: "status = 'expired' OR expires_at <= ?", values: [now] });
  else if (status !== undefined) {
    conditions.push({ text: 'status = ? AND (expires_at IS NULL OR expires_at > ?)', values: [status, now] });
  }
  return conditions;
}

type NewReport = Omit<Report, 'toId' | 'reached' | 'xid' | 'epoch'>;

/** Deliveries past the account's retention are left out. */
function newReport(
  caller: Caller,
  id: string,
  request: Schemas['CreateReport'],
  source: ReportSource,
  horizon: ReportHorizon | undefined,
): NewReport {
  const { type, format } = request;
  const [createdFrom, createdTo] = [new Date(request.createdFrom), new Date(request.createdTo)];
  return {
    environmentId: caller.environmentId,
    id,
    type,
    format,
    createdFrom,
    createdTo,
    status: 'pending',
    personal: source.personal,
    fromId: type === 'deliveries' ? laterId(idAt(createdFrom), oldestShown(caller)) : idAt(createdFrom),
    complete: false,
    chunks: 0,
    rows: '0',
    bytes: null,
    failures: 0,
    statement: source.statement ?? null,
    asOf: horizon?.asOf ?? null,
    unreadProcessors: horizon?.unreadProcessors ?? null,
    failureCode: null,
    failureProcessor: null,
    edition: 0,
    expiresAt: null,
    updatedAt: idTime(id),
  };
}

function insertReport(transaction: Transaction, report: NewReport): void {
  const { environmentId, id, type, format, createdFrom, createdTo, personal, fromId, statement } = report;
  const { asOf, unreadProcessors } = report;
  const toId = idAt(createdTo);
  transaction.queue(INSERT, [
    environmentId,
    id,
    type,
    format,
    createdFrom,
    createdTo,
    personal,
    fromId,
    toId,
    statement,
    asOf,
    unreadProcessors && JSON.stringify(unreadProcessors),
  ]);
}

function requireRange({ createdFrom, createdTo }: Schemas['CreateReport']): void {
  if (Date.parse(createdTo) > Date.parse(createdFrom)) return;
  throw validationFailed('This range is empty.', emptyRange({ pointer: '/createdTo' }));
}
