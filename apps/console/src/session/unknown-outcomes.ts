/** What keeps texts beyond a reload of the page, such as `sessionStorage`. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The service keeps the answer of a key for 24 hours. */
const KEPT_MS = 24 * 60 * 60_000;
const STORED_AS = 'svc-unknown-outcomes';

interface Sent {
  readonly key: string;
  readonly at: number;
}

/**
 * The idempotency keys of requests whose outcome is unknown, since no answer came or the service failed. The same request gets
 * the same key again, also from another form and after a reload, so that it is done once. Nothing of a request is kept but a
 * hash.
 */
export class UnknownOutcomes {
  private readonly sent = new Map<string, Sent>();
  /** The keys that were given to requests which an earlier one had already carried out. */
  private readonly repeated = new Set<string>();

  constructor(
    private readonly storage: TextStorage,
    private readonly now: () => number = Date.now,
  ) {
    for (const [hash, sent] of read(storage)) this.sent.set(hash, sent);
  }

  /** Sends a request, described by a text, with `given` or with the key that it had before. Nothing else may have that text. */
  async send(request: string, given: string, send: (key: string) => Promise<Response>): Promise<Response> {
    const hash = await hashOf(request);
    const before = this.known(hash);
    const key = before?.key ?? given;
    // Before it is sent: the page may be loaded again while the answer is on its way.
    this.keep(hash, { key, at: before?.at ?? this.now() });
    const response = await send(key);
    if (await isDone(response)) {
      this.keep(hash, undefined);
      if (key !== given && response.headers.get('Idempotent-Replayed') === 'true') this.repeated.add(given);
    }
    // Refused for now. An earlier request with the key may still have been carried out.
    else if (isRefused(response)) this.keep(hash, before);
    return response;
  }

  /** Whether the request that was given this key had already been carried out by an earlier one, and was not again. */
  wasDoneEarlier(given: string): boolean {
    return this.repeated.has(given);
  }

  private known(hash: string): Sent | undefined {
    const sent = this.sent.get(hash);
    return sent !== undefined && this.now() - sent.at < KEPT_MS ? sent : undefined;
  }

  private keep(hash: string, sent: Sent | undefined): void {
    if (sent === undefined) this.sent.delete(hash);
    else this.sent.set(hash, sent);
    const fresh = [...this.sent].filter(([each]) => this.known(each) !== undefined);
    try {
      this.storage.setItem(STORED_AS, JSON.stringify(fresh));
    } catch {
      // A browser that stores nothing forgets the keys with the page.
    }
  }
}

function read(storage: TextStorage): [string, Sent][] {
  try {
    return JSON.parse(storage.getItem(STORED_AS) ?? '[]') as [string, Sent][];
  } catch {
    return [];
  }
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The service names its requests. An answer without that is of a proxy, and one that breaks off is none. */
async function isDone(response: Response): Promise<boolean> {
  if (!response.ok || !response.headers.has('Request-Id')) return false;
  await response.clone().arrayBuffer();
  return true;
}

function isRefused({ status, headers }: Response): boolean {
  return status >= 400 && status < 500 && status !== 408 && headers.has('Request-Id');
}
