const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const READ_ONLY = '25006';
const IDLE_IN_TRANSACTION = '25P03';

/** Whether an error means that Postgres is unreachable or not serving, not that our statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    // Class 08: connection; 53: out of resources; 57P: shut down, crash, starting up. After an idle-in-transaction
    // timeout the server never received our statements.
    return NETWORK.has(code) || /^(?:08|53|57P)/.test(code) || code === IDLE_IN_TRANSACTION || isOfStandby(error);
  }
  return /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout e)/.test(
    error.message,
  );
}

/** Whether a statement failed because the server is a standby or is read-only for another reason. */
export function isOfStandby(error: object): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  // A standby cannot read unlogged tables. Other unsupported features have the same code.
  return code === READ_ONLY || (code === '0A000' && routine === 'get_relation_info');
}

/** Whether a statement failed on lock contention or its timeout: a retry may well succeed. */
export function isDatabaseBusy(error: unknown): boolean {
  // lock_not_available, query_canceled (statement timeout), deadlock_detected.
  return error instanceof Error && ['55P03', '57014', '40P01'].includes(String((error as { code?: unknown }).code));
}

export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted';
  /** too_many_connections, as Postgres reports it itself. */
  readonly code = '53300';

  constructor() {
    super('too many statements wait for a connection');
  }
}

export class StandbyRefused extends Error {
  override readonly name = 'StandbyRefused';
  /** read_only_sql_transaction, as Postgres reports it for a write. */
  readonly code = READ_ONLY;

  constructor() {
    super('DATABASE_URL points to a standby, which is read-only. Point it to the primary, or promote the standby.');
  }
}
