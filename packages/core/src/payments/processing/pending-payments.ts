import { namedQuery } from '../../platform/database/named-query.js';
import { ACQUIRER_MEMORY } from '../../processors/acquirer-memory.js';
import { PendingRows } from '../../processors/connections/pending-rows.js';

const PENDING = `SELECT id FROM payments WHERE environment_id = $1 AND status = 'pending' AND processor = $2`;

// The limit bounds the search if the newest payments went elsewhere.
const KNOWN = namedQuery(
  'payments_known_reference',
  `SELECT p.processor_reference AS reference
     FROM (SELECT id, processor, processor_reference FROM payments WHERE environment_id = $1 ORDER BY id DESC LIMIT 10000) p
    WHERE p.processor = $2 AND p.processor_reference IS NOT NULL ORDER BY p.id DESC LIMIT 1`,
);

// Captures may have been made at the processor, without a reference of ours.
const ANSWERED = namedQuery(
  'payments_answered_attempt',
  `SELECT a.id
     FROM (SELECT id, processor, operation, state, started_at FROM payment_attempts WHERE environment_id = $1 ORDER BY id DESC LIMIT 10000) a
    WHERE a.processor = $2 AND a.operation = 'authorize' AND a.state IN ('pending', 'approved')
      AND a.started_at > now() - ${ACQUIRER_MEMORY} ORDER BY a.id DESC LIMIT 1`,
);

// Every open attempt that may have been sent, also by a worker that ended.
const OPEN = namedQuery(
  'payments_open_attempt',
  `SELECT a.id
     FROM payments p
     JOIN payment_attempts a ON a.environment_id = p.environment_id AND a.payment_id = p.id AND a.state <> 'declined'
    WHERE p.environment_id = $1 AND p.status = 'pending' AND p.processor = $2 AND a.processor = $2
      AND (NOT p.unsent OR p.pending_inquiry IS NOT NULL)
    ORDER BY a.state = 'open', a.id DESC LIMIT 1`,
);

/** The payments that a connection has begun and not ended, or that wait for it. */
export class PendingPayments extends PendingRows {
  constructor() {
    super({ table: 'payments', pending: PENDING, known: KNOWN, answered: ANSWERED, open: OPEN });
  }
}
