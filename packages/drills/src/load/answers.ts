/** A response, or why there was none. */
export interface Answered {
  /** When it was asked and answered, in milliseconds of performance.now(). */
  readonly askedAt: number;
  readonly at: number;
  /** 0 without a response. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Above the 40 s within which the service answers, whatever happens to Postgres. */
const TIMEOUT_MS = 50_000;
const KEPT_WRONG = 20;

/** Sends requests to one address, and keeps account of the responses. */
export class Answers {
  readonly counts = new Map<string, number>();
  /** Responses that no trouble excuses. */
  readonly wrong: string[] = [];
  /** When writes were acknowledged. */
  readonly writes: { readonly askedAt: number; readonly at: number }[] = [];
  /** When the service said that it was unavailable. */
  readonly unavailableAt: number[] = [];
  slowestMs = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
  ) {}

  async send({ method, path, body, idempotencyKey }: Request): Promise<Answered> {
    const askedAt = performance.now();
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    try {
      const response = await fetch(this.baseUrl + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      this.note(`${method} ${path}`, response.status, response.headers, text);
      const at = performance.now();
      this.slowestMs = Math.max(this.slowestMs, at - askedAt);
      if (method === 'POST' && response.status < 300) this.writes.push({ askedAt, at });
      return { askedAt, at, status: response.status, body: parsed(text) };
    } catch (error) {
      this.count(reasonOf(error));
      if (reasonOf(error) === 'TimeoutError')
        this.blame(`${method} ${path} was not answered in ${TIMEOUT_MS / 1_000} s`);
      return { askedAt, at: performance.now(), status: 0, body: {} };
    }
  }

  /** Keeps account of a response that was read elsewhere. */
  note(what: string, status: number, headers: Pick<Headers, 'has'>, text = ''): void {
    this.count(String(status));
    if (status === 503) this.unavailableAt.push(performance.now());
    if (status === 500) this.blame(`${what} answered 500: ${text}`);
    if (status === 503 && !headers.has('retry-after')) this.blame(`${what} answered 503 without Retry-After: ${text}`);
  }

  /** Remembers what is wrong; the first few are enough. */
  blame(what: string): void {
    if (this.wrong.length < KEPT_WRONG) this.wrong.push(what);
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
