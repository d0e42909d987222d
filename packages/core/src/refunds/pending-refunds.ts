import { namedQuery } from '../platform/database/named-query.js';
import { ACQUIRER_MEMORY } from '../processors/acquirer-memory.js';
import { PendingRows } from '../processors/connections/pending-rows.js';

const PENDING = `SELECT r.id FROM refunds r JOIN payments p ON p.environment_id = r.environment_id AND p.id = r.payment_id
                  WHERE r.environment_id = $1 AND r.status = 'pending' AND p.processor = $2`;

const ANSWERED = namedQuery(
  'refunds_answered_attempt',
  `SELECT a.id
     FROM (SELECT id, processor, state, started_at FROM refund_attempts WHERE environment_id = $1 ORDER BY id DESC LIMIT 10000) a
    WHERE a.processor = $2 AND a.state IN ('pending', 'approved') AND a.started_at > now() - ${ACQUIRER_MEMORY}
    ORDER BY a.id DESC LIMIT 1`,
);

// A claimed one is being sent, or was when its worker ended.
const OPEN = namedQuery(
  'refunds_open_attempt',
  `SELECT a.id
     FROM refunds r JOIN refund_attempts a ON a.environment_id = r.environment_id AND a.refund_id = r.id
    WHERE r.environment_id = $1 AND r.status = 'pending' AND a.processor = $2
      AND (a.state <> 'open' OR a.unclear_since IS NOT NULL OR r.pending_inquiry IS NOT NULL)
    ORDER BY a.state = 'open', a.id DESC LIMIT 1`,
);

/** The refunds of a connection's payments that have not ended. */
export class PendingRefunds extends PendingRows {
  constructor() {
    super({ table: 'refunds', pending: PENDING, answered: ANSWERED, open: OPEN });
  }
}
