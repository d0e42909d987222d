import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Client, Pool, type Dispatcher } from 'undici';
import type { GuardedConnector } from '../../platform/http-client/guarded-connector.js';
import { ReadLimit } from './read-limit.js';

export interface Connection {
  /** When the peer's certificate expires; null when none was shown, as by a resumed TLS session. */
  readonly certificateExpiresAt: Date | null;
  readonly readLimit: ReadLimit;
  /** Closes the connection during the request. */
  drop(): void;
}

export interface TrackedOptions extends Dispatcher.DispatchOptions {
  readonly onConnection: (connection: Connection) => void;
  /** A connection opened for the request counts towards the DNS lookups of this account. */
  readonly accountId: string;
}

export interface Lane {
  readonly origin: string;
  dispatch(options: TrackedOptions, handler: Dispatcher.DispatchHandler): void;
}

export interface OriginPoolsOptions {
  readonly connect: GuardedConnector;
  readonly connectionsPerOrigin: number;
  readonly maxOrigins: number;
  readonly idleMs: number;
}

/** A pool of connections per origin. Idle pools are closed, and the least recently used one when there are too many. */
export class OriginPools {
  private readonly lanes = new Map<string, PoolLane>();
  private borrowed = 0;

  constructor(private readonly options: OriginPoolsOptions) {}

  get size(): number {
    return this.lanes.size;
  }

  borrow(origin: string): Lane {
    const lane = this.lanes.get(origin) ?? this.open(origin);
    clearTimeout(lane.idle);
    lane.users += 1;
    this.borrowed += 1;
    lane.lastBorrowed = this.borrowed;
    return lane;
  }

  release({ origin }: Lane): void {
    const lane = this.lanes.get(origin);
    if (lane === undefined) return;
    lane.users -= 1;
    if (lane.users === 0) lane.idle = setTimeout(() => void this.close(lane), this.options.idleMs).unref();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => this.close(lane)));
  }

  private open(origin: string): PoolLane {
    const longestUnused = this.lanes.size < this.options.maxOrigins ? undefined : this.longestUnused();
    if (longestUnused !== undefined) void this.close(longestUnused);
    const lane = new PoolLane(origin, this.options);
    this.lanes.set(origin, lane);
    return lane;
  }

  private longestUnused(): PoolLane | undefined {
    let longest: PoolLane | undefined;
    for (const lane of this.lanes.values()) {
      if (lane.users === 0 && lane.lastBorrowed < (longest?.lastBorrowed ?? Infinity)) longest = lane;
    }
    return longest;
  }

  private close(lane: PoolLane): Promise<void> {
    clearTimeout(lane.idle);
    this.lanes.delete(lane.origin);
    return lane.pool.destroy();
  }
}

class PoolLane implements Lane {
  readonly pool: Pool;
  users = 0;
  /** Sequence number of the last use. */
  lastBorrowed = 0;
  idle: NodeJS.Timeout | undefined;

  constructor(
    readonly origin: string,
    { connect, connectionsPerOrigin }: OriginPoolsOptions,
  ) {
    this.pool = new Pool(origin, {
      factory: (url, options) => new DroppableClient(url, options, connect),
      connections: connectionsPerOrigin,
      pipelining: 1,
      // The sender keeps its own timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Above every ReadLimit: undici creates an error for each field beyond its own limit.
      maxHeaderSize: 1_048_576,
      // Below the keep-alive timeout of servers (5 s in node), so that they seldom close a connection during a request.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
    });
  }

  dispatch(options: TrackedOptions, handler: Dispatcher.DispatchHandler): void {
    this.pool.dispatch(options, handler);
  }
}

/** Destroys the socket to end a request: aborting the request would make undici open another connection. */
class DroppableClient extends Client implements Connection {
  readonly readLimit: ReadLimit;
  private readonly current: {
    accountId: string;
    socket: Socket | TLSSocket | null;
    certificateExpiresAt: Date | null;
  };

  constructor(url: URL, options: Client.Options, connect: GuardedConnector) {
    const current: DroppableClient['current'] = {
      accountId: '',
      socket: null,
      certificateExpiresAt: null,
    };
    const readLimit = new ReadLimit();
    super(url, {
      ...options,
      connect: (target, callback) =>
        connect({ ...target, accountId: current.accountId }, (...result) => {
          current.socket = result[1];
          // With plain http a TLS socket is that of the proxy.
          current.certificateExpiresAt = url.protocol === 'https:' ? certificateExpiry(result[1]) : null;
          if (result[1] !== null) readLimit.apply(result[1]);
          callback(...result);
        }),
    });
    this.current = current;
    this.readLimit = readLimit;
  }

  override dispatch(options: TrackedOptions, handler: Dispatcher.DispatchHandler): boolean {
    options.onConnection(this);
    this.current.accountId = options.accountId;
    return super.dispatch(options, handler);
  }

  get certificateExpiresAt(): Date | null {
    return this.current.certificateExpiresAt;
  }

  drop(): void {
    this.current.socket?.destroy(new Error('dropped'));
  }
}

function certificateExpiry(socket: Socket | TLSSocket | null): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const expiry = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(expiry.getTime()) ? null : expiry;
}
