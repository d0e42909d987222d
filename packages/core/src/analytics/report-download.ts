import type { FileOutput } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { Caller } from '../security/caller.js';
import { reportFormat, type ReportFormat } from './report-format.js';
import type { ReportSources } from './report-sources.js';
import type { ReportsService } from './reports.service.js';
import type { Report } from './report.entity.js';
import { presentReport } from './report.presenter.js';

// Only of the same edition: chunks that were rewritten meanwhile do not fit the others.
const BODY = namedQuery(
  'report_chunks_body',
  `SELECT c.body FROM reports r
     JOIN report_chunks c ON c.environment_id = r.environment_id AND c.report_id = r.id AND c.n = $4
    WHERE r.environment_id = $1 AND r.id = $2 AND r.edition = $3 AND r.status = 'ready'`,
);

const WHY_NOT = {
  pending: 'The report is still being created.',
  running: 'The report is still being created.',
  failed: 'The report could not be created. Create another one.',
  expired: 'The report has been deleted. Create another one.',
} as const;

export class ReportDownload {
  constructor(
    private readonly database: Database,
    private readonly reports: ReportsService,
    private readonly sources: ReportSources,
  ) {}

  /** Returns the file, whose content is read on demand. Throws `report_not_ready` if there is none. */
  async open(caller: Caller, publicId: string): Promise<FileOutput> {
    const [report, now] = await this.reports.findNow(caller, publicId);
    this.sources.requireScope(caller, report.type);
    const { status, bytes } = presentReport(report, now);
    if (status !== 'ready' || bytes === null) throw notReady(status);
    const format = reportFormat(report.format, this.sources.of(report.type).columns);
    const fileName = `${publicId}.${report.format}`;
    return { mediaType: format.mediaType, fileName, bytes, content: this.content(report, format) };
  }

  private async *content(report: Report, { head, between, tail }: ReportFormat): AsyncGenerator<Buffer> {
    yield Buffer.from(head);
    let first = true;
    for (let n = 0; n < report.chunks; n += 1) {
      const body = await this.read(report, n);
      if (body.length === 0) continue;
      if (!first && between !== '') yield Buffer.from(between);
      first = false;
      yield body;
    }
    if (tail !== '') yield Buffer.from(tail);
  }

  private async read(report: Report, n: number): Promise<Buffer> {
    const tables = this.database.forEnvironment(report);
    const [chunk] = await tables.run<{ body: Buffer | null }>(BODY, [report.id, report.edition, n]);
    if (chunk?.body == null) throw new Error('the report has changed while it was being downloaded');
    return chunk.body;
  }
}

function notReady(status: ReturnType<typeof presentReport>['status']): DomainError {
  const members = { currentStatus: status, currentStage: null, allowedActions: [] };
  return new DomainError('report_not_ready', WHY_NOT[status === 'ready' ? 'running' : status], { members });
}
