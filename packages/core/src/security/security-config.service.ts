import type { FieldError, Schemas } from '@svc/contract';
import type { Database } from '../platform/database/database.js';
import { DomainError, validationFailed } from '../platform/errors/domain-error.js';
import { requireMatch } from '../platform/preconditions.js';
import { admits, cidrErrors } from './allowed-addresses.js';
import { changedFields, type AuditLog } from './audit-log.js';
import type { Authenticator } from './authenticator.js';
import { hasScope, type Caller } from './caller.js';
import type { Mode } from './environment.entity.js';
import { KeyAdministration } from './keys/key-administration.js';
import { SecurityConfig } from './security-config.entity.js';

/** The settings of an environment without a row. */
const DEFAULTS: Omit<SecurityConfig, 'environmentId'> = {
  version: 1,
  allowedCidrs: [],
  approvalThresholds: [],
  approvalsBySomeoneElse: false,
  requireIdempotencyKey: false,
  retentionDays: null,
  updatedAt: null,
};

/** Reads and changes the settings for all keys of an environment. */
export class SecurityConfigService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly authenticator: Pick<Authenticator, 'forget'>,
  ) {}

  async get(caller: Caller): Promise<Schemas['SecurityConfig']> {
    const { environmentId } = caller;
    const row = await this.database.forEnvironment(caller).find(SecurityConfig, {});
    return present(row ?? { ...DEFAULTS, environmentId }, caller.mode);
  }

  /** Applies a patch; one without changes keeps the version. */
  async update(caller: Caller, patch: Schemas['UpdateSecurityConfig']): Promise<Schemas['SecurityConfig']> {
    requireSound(patch);
    const config = await this.database.transaction(async (transaction) => {
      const tables = transaction.forEnvironment(caller);
      // The first change writes the defaults, so that concurrent changes have a row to lock.
      void tables.insertNew(SecurityConfig, {});
      const stored = await tables.lock(SecurityConfig, {});
      if (stored === undefined) throw new Error('a security configuration that was written vanished');
      requireMatch(caller, stored.version);
      const before = present(stored, caller.mode);
      const changed = { ...stored, ...patch };
      const changes = changedFields(before, present(changed, caller.mode), patch);
      if (changes.length === 0) return before;
      if (changes.includes('approvalThresholds') || changes.includes('approvalsBySomeoneElse')) requireApprover(caller);
      if (changes.includes('allowedCidrs')) {
        const administration = await KeyAdministration.begin(transaction, caller);
        administration.requireNetworks(before.allowedCidrs, changed.allowedCidrs);
        if (!admits(changed.allowedCidrs, caller.address)) throw lockedOut(caller.address);
        await administration.requireAdminEnters(caller.mode, before.allowedCidrs, changed.allowedCidrs);
      }
      const saved = await tables.save(SecurityConfig, changed);
      await this.audit.record(transaction, caller, { action: 'security_config.updated', changes });
      return present(saved, caller.mode);
    }, caller);
    this.authenticator.forget(caller.accountId);
    return config;
  }
}

function present(config: SecurityConfig, mode: Mode): Schemas['SecurityConfig'] {
  return {
    allowedCidrs: config.allowedCidrs,
    approvalThresholds: config.approvalThresholds.map(({ value, currency }) => ({ value, currency })),
    approvalsBySomeoneElse: config.approvalsBySomeoneElse,
    requireIdempotencyKey: config.requireIdempotencyKey,
    retentionDays: config.retentionDays,
    mode,
    version: config.version,
    updatedAt: config.updatedAt?.toISOString() ?? null,
  };
}

type Amounts = Schemas['SecurityConfig']['approvalThresholds'];

function requireSound({ allowedCidrs, approvalThresholds = [] }: Schemas['UpdateSecurityConfig']): void {
  const errors = [...cidrErrors(allowedCidrs), ...repeatedCurrencies(approvalThresholds)];
  if (errors.length === 0) return;
  throw validationFailed('The body has invalid fields.', ...errors);
}

function repeatedCurrencies(thresholds: Amounts): FieldError[] {
  const currencies = thresholds.map(({ currency }) => currency);
  return currencies.flatMap((currency, index) => {
    if (currencies.indexOf(currency) === index) return [];
    const detail = `must not repeat the currency ${currency}`;
    return [{ pointer: `/approvalThresholds/${index}/currency`, code: 'duplicate' as const, detail }];
  });
}

/** A key that may not approve payments must not decide which payments need approval. */
function requireApprover(caller: Caller): void {
  if (hasScope(caller, 'payments:approve')) return;
  throw new DomainError('insufficient_scope', 'Changing the rules of approvals requires the scope payments:approve.');
}

function lockedOut(address: string): DomainError {
  return new DomainError('would_lock_out_caller', `Your own address, ${address}, would no longer be allowed.`);
}
