import type { Database, Transaction } from '../platform/database/database.js';
import type { IdRange } from '../platform/reports/report-source.js';
import {
  type ClaimedReport,
  claimReport,
  finishReport,
  insertChunk,
  storeFailure,
  rewriteChunk,
  voidedChunk,
} from './report-chunks.js';
import { reportFormat } from './report-format.js';
import type { ReportSources } from './report-sources.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { PartitionUse, PartitionedTable } from '../platform/partitions/partition-use.js';

/** Limits of a chunk: its number of rows, and the size after which it ends. */
const ROWS = 500;
const BYTES = 500_000;

interface Written extends IdRange {
  readonly rows: number;
  readonly body: Buffer;
  readonly all: boolean;
}

export class ReportWriter {
  constructor(
    private readonly database: Database,
    private readonly sources: ReportSources,
  ) {}

  /** Writes a chunk of a report under a lock, together with the place reached. Returns false if there is none. */
  async advance(): Promise<boolean> {
    let claimed: ClaimedReport | undefined;
    try {
      return await this.database.transaction(async (transaction) => {
        claimed = await claimReport(transaction);
        if (claimed !== undefined) await this.step(transaction, claimed);
        return claimed !== undefined;
      });
    } catch (error) {
      if (claimed !== undefined) await storeFailure(this.database.forSystem(), claimed);
      throw error;
    }
  }

  private async step(transaction: Transaction, report: ClaimedReport): Promise<void> {
    const voided = await voidedChunk(transaction, report);
    if (voided !== undefined) {
      const { rows, body } = await this.write(transaction, report, voided, false);
      rewriteChunk(transaction, report, { n: voided.n, rows, body });
    } else if (!report.complete) {
      const range = { fromId: report.fromId, toId: report.reached };
      insertChunk(transaction, report, await this.write(transaction, report, range, true));
    } else {
      const { head, between, tail } = reportFormat(report.format, this.sources.of(report.type).columns);
      const frame = Buffer.byteLength(head) + Buffer.byteLength(tail);
      finishReport(transaction, report, { frame, between: Buffer.byteLength(between) });
    }
  }

  private async write(
    transaction: Transaction,
    { environmentId, id, type, format, mode }: ClaimedReport,
    range: IdRange,
    cut: boolean,
  ): Promise<Written> {
    const source = this.sources.of(type);
    const { row, between } = reportFormat(format, source.columns);
    const tables = transaction.forEnvironment({ environmentId });
    const { rows, reached } = await source.read({ tables, id, mode, ...range, limit: ROWS });
    const lines: string[] = [];
    let bytes = 0;
    for (const [index, each] of rows.entries()) {
      // Rows with the same id stay together: the next chunk starts below it.
      if (cut && bytes >= BYTES && each.id !== rows[index - 1]?.id) break;
      const line = row(each.row);
      bytes += Buffer.byteLength(line);
      lines.push(line);
    }
    const isCut = lines.length < rows.length;
    const fromId = (isCut ? rows[lines.length - 1]?.id : reached) ?? range.fromId;
    const all = !isCut && reached === undefined;
    return { fromId, toId: range.toId, rows: lines.length, body: Buffer.from(lines.join(between)), all };
  }
}

// Reports are written from their end: ids from `reached` on are not read again.
const NEEDED = namedQuery(
  'reports_needing',
  `SELECT EXISTS (SELECT 1 FROM reports
                   WHERE status IN ('pending', 'running') AND type = 'deliveries'
                     AND from_id < $2 AND reached > $1) AS needed`,
);

/** Deliveries that reports in progress have not read yet. */
export class UnwrittenReports implements PartitionUse {
  readonly name = 'reports';

  constructor(private readonly database: Database) {}

  async needs(table: PartitionedTable, { fromId, toId }: IdRange): Promise<boolean> {
    if (table === 'events') return false;
    const [row] = await this.database.forSystem().run<{ needed: boolean }>(NEEDED, [fromId, toId]);
    return row?.needed === true;
  }
}
