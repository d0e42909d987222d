import type { Schemas } from '@svc/contract';
import { idTime, toPublicId } from '../platform/ids.js';
import { publicProcessor } from '../processors/connections/connection-name.js';
import type { Report, ReportFailure } from './report.entity.js';

type Shown = Pick<
  Report,
  | 'id'
  | 'type'
  | 'format'
  | 'createdFrom'
  | 'createdTo'
  | 'status'
  | 'failureCode'
  | 'failureProcessor'
  | 'statement'
  | 'asOf'
  | 'unreadProcessors'
  | 'rows'
  | 'bytes'
  | 'expiresAt'
>;

const FAILURES: Readonly<Record<ReportFailure, string>> = {
  internal: 'The report could not be created. Create another one.',
  acquirer_unavailable: 'The acquirer could not be asked for its statement. Create another report later.',
  acquirer_unclear: 'The response of the acquirer was not a page of its statement.',
};

const OF_PROCESSOR: Readonly<Record<ReportFailure, string>> = {
  internal: 'Its statement could not be read.',
  acquirer_unavailable: 'It could not be asked for its statement. Create another report later.',
  acquirer_unclear: 'Its response was not a page of its statement. It may refuse the credentials.',
};

/** Presents a report as in the contract at `now`. It is expired from its expiry on, even if not deleted yet. */
export function presentReport(report: Shown, now: Date): Schemas['Report'] {
  const { expiresAt, bytes } = report;
  const status = expiresAt !== null && expiresAt <= now ? 'expired' : report.status;
  return {
    id: toPublicId('rep', report.id),
    type: report.type,
    format: report.format,
    createdFrom: report.createdFrom.toISOString(),
    createdTo: report.createdTo.toISOString(),
    status,
    failure: status === 'failed' ? failureOf(report) : null,
    acquirerBook: report.statement === 'awaited' ? null : report.statement,
    asOf: report.asOf?.toISOString() ?? null,
    unreadProcessors: report.unreadProcessors,
    rows: Number(report.rows),
    bytes: status === 'ready' && bytes !== null ? Number(bytes) : null,
    createdAt: idTime(report.id).toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

function failureOf({ failureCode, failureProcessor }: Shown): Schemas['Report']['failure'] {
  const code = failureCode ?? 'internal';
  if (failureProcessor === null) return { code, message: FAILURES[code] };
  return { code, message: `Processor ${publicProcessor(failureProcessor).id}: ${OF_PROCESSOR[code]}` };
}
