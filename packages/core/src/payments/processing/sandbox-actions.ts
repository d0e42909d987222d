import type { Database } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { Peppers } from '../../platform/crypto/peppers.js';
import { cellCode } from '../../platform/ids.js';
import { SignedRefs } from '../../platform/signed-refs.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { inquireNow } from '../../processors/pending-inquiry.js';
import type { SandboxCustomer, SandboxOutcome } from '../../processors/sandbox-processor.js';

const OUTCOME = namedQuery(
  'sandbox_actions_outcome',
  'SELECT outcome FROM sandbox_actions WHERE environment_id = $1 AND id = $2',
);

const ASKED = namedQuery(
  'sandbox_actions_asked',
  `SELECT p.environment_id AS "environmentId", p.id, p.amount_value AS "amountValue", p.currency,
          p.return_url AS "returnUrl", p.stage = 'requires_action' AND s.id IS NULL AS waits
     FROM payment_attempts a
     JOIN payments p ON p.environment_id = a.environment_id AND p.id = a.payment_id
     LEFT JOIN sandbox_actions s ON s.environment_id = a.environment_id AND s.id = a.id
    WHERE a.environment_id = $1 AND a.id = $2`,
);

const OPEN = namedQuery(
  'sandbox_actions_open',
  `SELECT id FROM payment_attempts
    WHERE environment_id = $1 AND payment_id = $2 AND operation = 'authorize' AND state = 'pending'`,
);

// Serializes with a concurrent cancellation.
const LOCK_WAITING = namedQuery(
  'sandbox_actions_lock',
  `SELECT p.id FROM payment_attempts a
     JOIN payments p ON p.environment_id = a.environment_id AND p.id = a.payment_id
    WHERE a.environment_id = $1 AND a.id = $2 AND a.state = 'pending' AND p.stage = 'requires_action'
      FOR UPDATE OF p`,
);

const STORE_OUTCOME = namedQuery(
  'sandbox_actions_note',
  `INSERT INTO sandbox_actions (environment_id, id, outcome, at) VALUES ($1, $2, $3, now())
   ON CONFLICT (environment_id, id) DO NOTHING RETURNING id`,
);

const ASK_NOW = namedQuery(
  'sandbox_actions_ask_now',
  `UPDATE payments p SET ${inquireNow('p')} WHERE p.environment_id = $1 AND p.id = $2`,
);

/** What the sandbox page shows. */
export interface RequestedAction extends WorkRef {
  readonly amountValue: string;
  readonly currency: string;
  /** Where the customer goes afterwards, as the request for the payment says. */
  readonly returnUrl: string | null;
  readonly waits: boolean;
}

/** The sandbox pages for customers, each at a signed address. */
export class SandboxActions implements SandboxCustomer {
  private readonly tokens: SignedRefs;

  constructor(
    private readonly database: Database,
    private readonly queues: WorkQueues,
    peppers: Peppers,
    private readonly cell: number,
  ) {
    this.tokens = new SignedRefs(peppers, 'sandbox action');
  }

  pageOf(environmentId: number, id: string): string {
    return `sandbox/${cellCode(this.cell)}/actions/${this.tokens.sign({ environmentId, id })}`;
  }

  async outcomeOf(environmentId: number, authorization: string): Promise<SandboxOutcome | undefined> {
    const tables = this.database.forEnvironment({ environmentId });
    const [row] = await tables.run<{ outcome: SandboxOutcome }>(OUTCOME, [authorization]);
    return row?.outcome;
  }

  /** The payment of the page with this token; undefined when there is none. */
  async find(token: string): Promise<RequestedAction | undefined> {
    const asked = this.tokens.read(token);
    if (asked === undefined) return undefined;
    const [row] = await this.database.forEnvironment(asked).run<RequestedAction>(ASKED, [asked.id]);
    return row;
  }

  /** Stores the customer's choice; false when the payment does not wait for one. */
  async act(token: string, outcome: SandboxOutcome): Promise<boolean> {
    const asked = this.tokens.read(token);
    return asked !== undefined && (await this.actOn(asked, outcome));
  }

  /** Stores the customer's choice for the open authorization of a payment; false when it does not wait for one. */
  async actOnPayment({ environmentId, id }: WorkRef, outcome: SandboxOutcome): Promise<boolean> {
    const [open] = await this.database.forEnvironment({ environmentId }).run<{ id: string }>(OPEN, [id]);
    return open !== undefined && (await this.actOn({ environmentId, id: open.id }, outcome));
  }

  private async actOn({ environmentId, id }: WorkRef, outcome: SandboxOutcome): Promise<boolean> {
    const payment = await this.database.transaction(async (transaction) => {
      const [waiting] = await transaction.run<{ id: string }>(LOCK_WAITING, [environmentId, id]);
      if (waiting === undefined) return undefined;
      const noted = await transaction.run(STORE_OUTCOME, [environmentId, id, outcome]);
      if (noted.length === 0) return undefined;
      transaction.queue(ASK_NOW, [environmentId, waiting.id]);
      return waiting;
    });
    if (payment === undefined) return false;
    await this.queues.add('payments', [{ environmentId, id: payment.id }]);
    return true;
  }
}
