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

/** Whether an error says that Postgres cannot be reached or is not serving now, rather than that we asked wrongly. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    // Class 08: connection; 53: out of resources; 57P: shut down, crash, starting up. A transaction that was idle for too
    // long did not get what we sent.
    return NETWORK.has(code) || /^(?:08|53|57P)/.test(code) || code === IDLE_IN_TRANSACTION || isOfStandby(error);
  }
  return /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout e)/.test(
    error.message,
  );
}

/** Whether a statement failed because the server is a standby, or takes no writes for another reason. */
export function isOfStandby(error: object): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  // A standby cannot read unlogged tables. Other features that are not supported have the same code.
  return code === READ_ONLY || (code === '0A000' && routine === 'get_relation_info');
}

/** Whether a statement waited too long for what others hold: asked again, it may well succeed. */
export function isDatabaseBusy(error: unknown): boolean {
  // lock_not_available, query_canceled (the statement took too long), deadlock_detected.
  return error instanceof Error && ['55P03', '57014', '40P01'].includes(String((error as { code?: unknown }).code));
}

/** So many wait for a connection already that one more would wait in vain. */
export class PoolExhausted extends Error {
  override readonly name = 'PoolExhausted';
  /** As Postgres says it of itself: too_many_connections. */
  readonly code = '53300';

  constructor() {
    super('too many statements wait for a connection');
  }
}

/** The server that was reached is a standby. */
export class StandbyRefused extends Error {
  override readonly name = 'StandbyRefused';
  /** As Postgres says it of a statement that writes: read_only_sql_transaction. */
  readonly code = READ_ONLY;

  constructor() {
    super(
      'DATABASE_URL leads to a standby, which takes no writes. Let it lead to the primary, or promote the standby.',
    );
  }
}
