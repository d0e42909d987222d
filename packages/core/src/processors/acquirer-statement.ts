import type { AcquirerSchemas } from '@svc/acquirer-contract';
import { fromPublicId } from '../platform/ids.js';
import { ownReference } from './own-reference.js';
import type { StatementAnswer, StatementLine, StatementPosition, StatementRequest } from './processor-statement.js';

type Line = AcquirerSchemas['Line'];

/** The maximum of lines on a page, by the contract. */
export const PAGE_LINES = 1_000;

/**
 * Validates that lines are in the range, in order, and after the previous page. Otherwise the page is rejected: it
 * could hide or repeat lines, or the statement never end.
 */
export function readPage(page: AcquirerSchemas['Page'], { from, to, position }: StatementRequest): StatementAnswer {
  const lines: StatementLine[] = [];
  let last: Pick<StatementLine, 'receivedAt' | 'reference'> | null = position;
  for (const each of page.data) {
    const line = readLine(each);
    if (line === undefined) return unclear(`the line of ${each.reference} has an invalid time`);
    if (line.receivedAt < from || line.receivedAt >= to) return unclear(`${line.reference} is out of the range`);
    if (last !== null && !isAfter(line, last)) return unclear(`${line.reference} is out of order`);
    lines.push(line);
    last = line;
  }
  const { nextCursor } = page;
  if (nextCursor === null) return { kind: 'page', lines, next: null };
  const end = lines.at(-1);
  if (end === undefined) return unclear('an empty page is not the last');
  const next: StatementPosition = { cursor: nextCursor, receivedAt: end.receivedAt, reference: end.reference };
  return { kind: 'page', lines, next };
}

function unclear(reason: string): StatementAnswer {
  return { kind: 'unclear', reason };
}

function readLine(line: Line): StatementLine | undefined {
  const receivedAt = new Date(line.receivedAt);
  if (Number.isNaN(receivedAt.getTime()) || receivedAt.toISOString() !== line.receivedAt) return undefined;
  const { reference, operation, status } = line;
  return {
    attempt: ownReference(reference),
    reference,
    operation,
    status,
    paymentId: line.operation === 'authorize' ? fromPublicId('pay', line.payment) : undefined,
    authorization: line.operation === 'authorize' ? undefined : ownReference(line.authorization),
    amount: line.operation === 'void' ? null : line.amount,
    receivedAt,
  };
}

function isAfter(
  line: Pick<StatementLine, 'receivedAt' | 'reference'>,
  before: Pick<StatementLine, 'receivedAt' | 'reference'>,
): boolean {
  const milliseconds = line.receivedAt.getTime() - before.receivedAt.getTime();
  return milliseconds > 0 || (milliseconds === 0 && line.reference > before.reference);
}
