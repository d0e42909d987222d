const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether an error says that Postgres cannot be reached or is not serving now, rather than that we asked wrongly. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    // Class 08: connection; 53: out of resources; 57P: shut down, crash, starting up.
    return NETWORK.has(code) || code.startsWith('08') || code.startsWith('53') || code.startsWith('57P');
  }
  return /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  );
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
