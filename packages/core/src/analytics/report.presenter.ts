import type { Schemas } from '@svc/contract';
import { idTime } from '../platform/ids/id-source.js';
import { toPublicId } from '../platform/ids/public-id.js';
import type { Report } from './report.entity.js';

type Shown = Pick<
  Report,
  'id' | 'type' | 'format' | 'createdFrom' | 'createdTo' | 'status' | 'rows' | 'bytes' | 'expiresAt'
>;

/** A report as the contract shows it. What is past its time is expired, whether or not it has been deleted yet. */
export function presentReport(report: Shown, now = new Date()): Schemas['Report'] {
  const { expiresAt, bytes } = report;
  const status = expiresAt !== null && expiresAt <= now ? 'expired' : report.status;
  return {
    id: toPublicId('rep', report.id),
    type: report.type,
    format: report.format,
    createdFrom: report.createdFrom.toISOString(),
    createdTo: report.createdTo.toISOString(),
    status,
    rows: Number(report.rows),
    bytes: status === 'ready' && bytes !== null ? Number(bytes) : null,
    createdAt: idTime(report.id).toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
