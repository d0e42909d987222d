import type { Database, Transaction } from '../platform/database/database.js';
import { namedQuery } from '../platform/database/named-query.js';
import type { IdSource } from '../platform/ids.js';
import { Networks } from '../platform/networks.js';
import type { Tier } from '../security/account.entity.js';
import type { ApprovalThreshold, Identity, RequestOrigin } from '../security/caller.js';
import type { Mode } from '../security/environment.entity.js';
import { type Role, scopesOf } from './roles.js';
import type { SecretTokens } from './secret-tokens.js';

// Somebody who is removed at this moment gets none.
const OPEN = namedQuery(
  'sessions_open',
  `INSERT INTO sessions (id, hash, account_id, user_id, ends_at, confirmed_at, address, browser, by_provider)
   SELECT $1::bigint, $2::bytea, m.account_id, m.user_id,
          coalesce($6::timestamptz, now() + $5::float8 * interval '1 millisecond'),
          least($9::timestamptz, now()), $7::text, $8::text, $10::boolean
     FROM memberships m WHERE m.account_id = $3 AND m.user_id = $4 FOR KEY SHARE`,
);

const END = namedQuery(
  'sessions_end',
  'UPDATE sessions SET ends_at = now() WHERE hash = ANY($1::bytea[]) AND ends_at > now()',
);

const LOCK_PERSON = namedQuery('users_lock', 'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE');

const END_ALL = namedQuery('sessions_end_user', 'DELETE FROM sessions WHERE user_id = $1');

// One row for each mode.
const BY_HASH = namedQuery(
  'sessions_by_hash',
  `SELECT s.id, s.user_id, s.account_id, s.ends_at, u.name, u.email, m.role, a.name AS account_name, a.tier,
          a.rate_limit, a.suspended_at IS NOT NULL AS is_suspended, e.id AS environment_id, e.mode, c.allowed_cidrs, c.approval_thresholds,
          c.approvals_by_someone_else, c.require_idempotency_key, c.retention_days,
          s.by_provider, s.confirmed_at, extract(epoch FROM now() - s.confirmed_at)::float8 * 1000 AS confirmed_ms,
          extract(epoch FROM now() - s.seen_at)::float8 * 1000 AS unseen_ms,
          extract(epoch FROM least(s.ends_at, s.seen_at + $2::float8 * interval '1 millisecond') - now())::float8 * 1000
            AS ends_in_ms
     FROM sessions s
     JOIN memberships m ON m.account_id = s.account_id AND m.user_id = s.user_id
     JOIN users u ON u.id = s.user_id
     JOIN accounts a ON a.id = s.account_id
     JOIN environments e ON e.account_id = s.account_id
     LEFT JOIN security_configs c ON c.environment_id = e.id
    WHERE s.hash = ANY($1::bytea[]) AND s.ends_at > now() AND s.seen_at > now() - $2::float8 * interval '1 millisecond'`,
);

const ROLE = namedQuery('memberships_role', 'SELECT role FROM memberships WHERE account_id = $1 AND user_id = $2');

const SEEN = namedQuery(
  'sessions_seen',
  `UPDATE sessions SET seen_at = now()
    WHERE id = $1 AND seen_at < now() - $2::float8 * interval '1 millisecond'
      AND seen_at > now() - $3::float8 * interval '1 millisecond'`,
);

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly account_id: string;
  readonly ends_at: Date;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly account_name: string;
  readonly tier: Tier;
  readonly rate_limit: number | null;
  readonly is_suspended: boolean;
  readonly environment_id: number;
  readonly mode: Mode;
  readonly allowed_cidrs: string[] | null;
  readonly approval_thresholds: ApprovalThreshold[] | null;
  readonly approvals_by_someone_else: boolean | null;
  readonly require_idempotency_key: boolean | null;
  readonly retention_days: number | null;
  readonly by_provider: boolean;
  readonly confirmed_at: Date;
  readonly confirmed_ms: number;
  readonly unseen_ms: number;
  readonly ends_in_ms: number;
}

/** What a session stands for in one mode. */
export interface SessionIdentity {
  readonly identity: Identity;
  /** Whether the operator has suspended the account. */
  readonly isSuspended: boolean;
  /** Whether the creator of a payment may not approve it. */
  readonly approvalsBySomeoneElse: boolean;
  /** Whether the account's configuration allows an address. */
  admits(address: string): boolean;
}

/** A valid session. */
export interface AuthenticatedSession {
  readonly id: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly account: { readonly id: string; readonly name: string; readonly tier: Tier; readonly isSuspended: boolean };
  readonly role: Role;
  /** The name of the identity provider, if the session began there. */
  readonly identityProvider: string | null;
  /** The end, whatever happens. */
  readonly endsAt: Date;
  /** When the person last gave a password, a code or a sign-in link, here or at the identity provider. */
  readonly confirmedAt: Date;
  /** Whether that was a few minutes ago. */
  isConfirmed(): boolean;
  /** The live environment: what concerns people is in its audit log. */
  readonly auditedIn: number;
  inMode(mode: Mode): SessionIdentity;
}

/** Where a session begins. */
export interface SignInOrigin extends RequestOrigin {
  /** The User-Agent of the browser. */
  readonly browser: string | null;
}

/** A session that has just begun. */
export interface NewSession {
  /** The value of the cookie. */
  readonly token: string;
}

/** A session in the cache. Times are those of `performance.now()`. */
interface Remembered {
  readonly session: AuthenticatedSession;
  readonly until: number;
  /** When the last request of the person is stored again. */
  readonly seenAgainAt: number;
}

/** How long a session is cached; its end and changes of its member take effect within this time. */
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 1_000;
/** How long a person may do what needs a step-up after giving the password. */
const CONFIRMED_MS = 600_000;
/** How exactly the last request of a session is stored, at most. */
const SEEN_EVERY_MS = 60_000;

export interface SessionsDependencies {
  readonly database: Database;
  readonly ids: Pick<IdSource, 'one'>;
  readonly tokens: SecretTokens;
  /** Milliseconds without a request after which a session ends. */
  readonly idleMs: number;
  /** Milliseconds after which a session ends. */
  readonly maxMs: number;
  /** How many days events and deliveries are shown by default. */
  readonly retentionDays: number;
  /** The name of the identity provider; null without one. */
  readonly providerName: string | null;
}

/** Begins, authenticates and ends the sessions of the console. */
export class Sessions {
  private readonly known = new Map<string, Remembered>();
  /** Counts calls of `end` and `forget`: a look-up that began before one is not cached. */
  private ended = 0;

  constructor(private readonly deps: SessionsDependencies) {}

  /** Milliseconds without a request after which a session ends. */
  get idleMs(): number {
    return this.deps.idleMs;
  }

  /** Begins a session, if the owner is a member. By default, it lasts as long as the configuration allows. */
  async open(transaction: Transaction, owner: SessionOwner, origin: SignInOrigin): Promise<NewSession> {
    const { token, hash } = this.deps.tokens.create();
    const id = await this.deps.ids.one();
    const { accountId, userId, endsAt = null, confirmedAt = null, byProvider = false } = owner;
    const { address, browser } = origin;
    const where = [address, browser];
    const values = [id, hash, accountId, userId, this.deps.maxMs, endsAt, ...where, confirmedAt, byProvider];
    transaction.queue(OPEN, values);
    return { token };
  }

  /**
   * The session of a cookie; undefined when it is unknown, has ended or was idle for too long. A request that a page
   * sends by itself does not keep it from being idle. `isFresh` reads it from the database in any case.
   */
  async authenticate(
    token: string,
    { isBackground = false, isFresh = false } = {},
  ): Promise<AuthenticatedSession | undefined> {
    const hashes = this.deps.tokens.hashes(token);
    const index = indexOf(hashes);
    const now = performance.now();
    const remembered = this.known.get(index);
    const isStale = isFresh || remembered === undefined || remembered.until <= now;
    if (!isStale && (isBackground || remembered.seenAgainAt > now)) return remembered.session;
    this.known.delete(index);
    return this.lookUp(index, hashes, isBackground);
  }

  /** Ends a session. An unknown one is ignored. */
  async end(token: string): Promise<void> {
    const hashes = this.deps.tokens.hashes(token);
    await this.deps.database.forAuthentication().run(END, [hashes]);
    this.ended += 1;
    this.known.delete(indexOf(hashes));
  }

  /** Ends all sessions of a person with the transaction. Call `forget` after it. */
  endAll(transaction: Transaction, userId: string): void {
    endSessionsOf(transaction, userId);
  }

  /** Removes a person's sessions from the cache, after this process has changed what they may do. */
  forget(userId: string): void {
    this.ended += 1;
    for (const [index, { session }] of this.known) {
      if (session.user.id === userId) this.known.delete(index);
    }
  }

  /** The cached lifetime counts from the start of the query. */
  private async lookUp(
    index: string,
    hashes: readonly Buffer[],
    isBackground: boolean,
  ): Promise<AuthenticatedSession | undefined> {
    const askedAt = performance.now();
    const { ended } = this;
    const runner = this.deps.database.forAuthentication();
    const rows = await runner.run<SessionRow>(BY_HASH, [hashes, this.deps.idleMs]);
    const [row] = rows;
    if (row === undefined) return undefined;
    const seenEveryMs = Math.min(SEEN_EVERY_MS, this.deps.idleMs / 4);
    const isSeen = !isBackground && row.unseen_ms > seenEveryMs;
    if (isSeen) await runner.run(SEEN, [row.id, seenEveryMs, this.deps.idleMs]);
    const confirmedUntil = askedAt + CONFIRMED_MS - row.confirmed_ms;
    const { retentionDays, providerName } = this.deps;
    const session = sessionOf(row, rows, { retentionDays, providerName, confirmedUntil });
    if (this.ended !== ended) return session;
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    this.known.set(index, {
      session,
      until: askedAt + Math.min(REMEMBERED_MS, row.ends_in_ms),
      seenAgainAt: askedAt + seenEveryMs - (isSeen ? 0 : row.unseen_ms),
    });
    return session;
  }
}

/** Waits for sessions of a person that replace others at this moment: the next statement sees them. */
export function lockSessionsOf(transaction: Transaction, userId: string): void {
  transaction.queue(LOCK_PERSON, [userId]);
}

/** Ends all sessions of a person with the transaction. Processes that know them notice within three seconds. */
export function endSessionsOf(transaction: Transaction, userId: string): void {
  lockSessionsOf(transaction, userId);
  transaction.queue(END_ALL, [userId]);
}

interface SessionOwner {
  readonly accountId: string;
  readonly userId: string;
  readonly endsAt?: Date;
  /** At most now, which is the default. */
  readonly confirmedAt?: Date;
  /** Whether the person has signed in at the identity provider. */
  readonly byProvider?: boolean;
}

interface SessionTerms {
  readonly retentionDays: number;
  readonly providerName: string | null;
  /** By `performance.now()`. */
  readonly confirmedUntil: number;
}

function sessionOf(
  row: SessionRow,
  rows: readonly SessionRow[],
  { retentionDays, providerName, confirmedUntil }: SessionTerms,
): AuthenticatedSession {
  const modes = new Map(rows.map((each) => [each.mode, identityOf(each, retentionDays)]));
  const inMode = (mode: Mode): SessionIdentity => {
    const found = modes.get(mode);
    if (found === undefined) throw new Error(`the account has no ${mode} environment`);
    return found;
  };
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name, email: row.email },
    account: { id: row.account_id, name: row.account_name, tier: row.tier, isSuspended: row.is_suspended },
    role: row.role,
    identityProvider: row.by_provider ? providerName : null,
    endsAt: row.ends_at,
    confirmedAt: row.confirmed_at,
    isConfirmed: () => performance.now() < confirmedUntil,
    auditedIn: inMode('live').identity.environmentId,
    inMode,
  };
}

function identityOf(row: SessionRow, retentionDays: number): SessionIdentity {
  const cidrs = row.allowed_cidrs ?? [];
  const networks = cidrs.length === 0 ? undefined : new Networks(cidrs);
  return {
    identity: {
      accountId: row.account_id,
      environmentId: row.environment_id,
      mode: row.mode,
      tier: row.tier,
      rateLimit: row.rate_limit,
      actor: { kind: 'member', userId: row.user_id },
      scopes: new Set(scopesOf(row.role, row.mode)),
      approvalThresholds: row.approval_thresholds ?? [],
      requireIdempotencyKey: row.require_idempotency_key ?? false,
      retentionDays: row.retention_days ?? retentionDays,
      readScopes: (transaction) => readScopes(transaction, row),
    },
    isSuspended: row.is_suspended,
    approvalsBySomeoneElse: row.approvals_by_someone_else ?? false,
    admits: (address) => networks?.include(address) ?? true,
  };
}

async function readScopes(
  transaction: Transaction,
  { account_id: accountId, user_id: userId, mode }: SessionRow,
): Promise<ReadonlySet<string>> {
  const [member] = await transaction.run<{ role: Role }>(ROLE, [accountId, userId]);
  return new Set(member === undefined ? [] : scopesOf(member.role, mode));
}

/** Sessions are remembered by the HMAC under the newest pepper. */
function indexOf([newest]: readonly [Buffer, ...Buffer[]]): string {
  return newest.toString('base64');
}
