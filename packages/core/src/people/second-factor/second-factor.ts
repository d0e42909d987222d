import { randomBytes, randomInt } from 'node:crypto';
import { seal, unseal } from '../../platform/crypto/envelope.js';
import type { MasterKeys } from '../../platform/crypto/master-keys.js';
import { sealedColumn } from '../../platform/crypto/sealed-column.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import type { AuditLog } from '../../security/audit-log.js';
import { type ActingPerson, recordOwn } from '../own-actions.js';
import type { SecretTokens } from '../secret-tokens.js';
import { base32, matchingStep } from './totp.js';

const STATE = namedQuery(
  'totp_factors_state',
  `SELECT f.confirmed_at IS NOT NULL AS "isOn",
          (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.id AND c.used_at IS NULL) AS "codesLeft"
     FROM totp_factors f WHERE f.id = $1`,
);

// Replaces a secret that is not confirmed, and no other one.
const SET_UP = namedQuery(
  'totp_factors_set_up',
  `INSERT INTO totp_factors AS f (id, secret_ciphertext, secret_data_key) VALUES ($1, $2, $3)
   ON CONFLICT (id) DO UPDATE SET secret_ciphertext = $2, secret_data_key = $3 WHERE f.confirmed_at IS NULL
   RETURNING id`,
);

const SECRET = namedQuery(
  'totp_factors_secret',
  `SELECT secret_ciphertext AS ciphertext, secret_data_key AS "dataKey" FROM totp_factors
    WHERE id = $1 AND (confirmed_at IS NOT NULL) = $2`,
);

const CONFIRM = namedQuery(
  'totp_factors_confirm',
  `UPDATE totp_factors SET confirmed_at = now(), last_step = $2
    WHERE id = $1 AND confirmed_at IS NULL AND secret_ciphertext = $3 RETURNING id`,
);

const ADD_CODES = namedQuery(
  'recovery_codes_add',
  'INSERT INTO recovery_codes (user_id, pepper, hash) SELECT $1, $2, unnest($3::bytea[])',
);

// A code works once: of requests at the same time, one finds the step unused.
const USE_STEP = namedQuery(
  'totp_factors_use',
  `UPDATE totp_factors SET last_step = $2
    WHERE id = $1 AND confirmed_at IS NOT NULL AND last_step < $2 RETURNING id`,
);

const USE_CODE = namedQuery(
  'recovery_codes_use',
  'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND hash = ANY($2::bytea[]) AND used_at IS NULL RETURNING user_id',
);

const REMOVE = namedQuery('totp_factors_remove', 'DELETE FROM totp_factors WHERE id = $1 RETURNING id');

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without characters that look alike. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

interface StoredSecret {
  readonly ciphertext: Buffer;
  readonly dataKey: Buffer;
}

/** The authenticator apps and recovery codes of people. */
export class SecondFactor {
  constructor(
    private readonly database: Database,
    private readonly masterKeys: MasterKeys,
    private readonly tokens: SecretTokens,
    private readonly audit: AuditLog,
  ) {}

  async state(userId: string): Promise<{ readonly isOn: boolean; readonly recoveryCodesLeft: number }> {
    const runner = this.database.forAuthentication();
    const [row] = await runner.run<{ isOn: boolean; codesLeft: number }>(STATE, [userId]);
    return row?.isOn === true
      ? { isOn: true, recoveryCodesLeft: row.codesLeft }
      : { isOn: false, recoveryCodesLeft: 0 };
  }

  /** Stores a new secret, which does not count yet. Returns it in base 32; undefined if there is a confirmed one. */
  async setUp(userId: string): Promise<string | undefined> {
    const secret = randomBytes(SECRET_BYTES);
    const { ciphertext, dataKey } = seal(secret.toString('base64'), this.masterKeys, binding(userId));
    const stored = await this.database.forAuthentication().run(SET_UP, [userId, ciphertext, dataKey]);
    return stored.length === 0 ? undefined : base32(secret);
  }

  /** The step of a first code, to be confirmed; undefined if the code is wrong, or there is no new secret. */
  async check(userId: string, code: string): Promise<Confirmation | undefined> {
    const stored = await this.secretOf(userId, false);
    if (stored === undefined) return undefined;
    const step = matchingStep(stored.secret, normalize(code), Date.now());
    return step === undefined ? undefined : { step, ciphertext: stored.ciphertext };
  }

  /** Makes a checked secret count. Returns the recovery codes; undefined if it was replaced meanwhile. */
  async confirm(transaction: Transaction, userId: string, checked: Confirmation): Promise<string[] | undefined> {
    const confirmed = await transaction.run(CONFIRM, [userId, checked.step, checked.ciphertext]);
    if (confirmed.length === 0) return undefined;
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => this.tokens.hash(named(userId, normalize(code))));
    transaction.queue(ADD_CODES, [userId, this.tokens.pepper, hashes]);
    return codes;
  }

  /** Whether a code of the app, or a recovery code, is right. It then does not work again. The audit log has recovery codes. */
  async use(person: ActingPerson, given: string): Promise<boolean> {
    const { userId } = person;
    const code = normalize(given);
    if (!/^\d{6}$/.test(code)) return this.useRecoveryCode(person, code);
    const stored = await this.secretOf(userId, true);
    const step = stored === undefined ? undefined : matchingStep(stored.secret, code, Date.now());
    return step !== undefined && (await this.database.forAuthentication().run(USE_STEP, [userId, step])).length > 0;
  }

  /** Removes the app and the recovery codes. Returns whether there was one. */
  async remove(transaction: Transaction, userId: string): Promise<boolean> {
    return (await transaction.run(REMOVE, [userId])).length > 0;
  }

  private useRecoveryCode(person: ActingPerson, code: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const hashes = this.tokens.hashes(named(person.userId, code));
      const used = await transaction.run(USE_CODE, [person.userId, hashes]);
      if (used.length === 0) return false;
      await recordOwn(this.audit, transaction, person, { action: 'member.recovery_code_used' });
      return true;
    });
  }

  private async secretOf(
    userId: string,
    isConfirmed: boolean,
  ): Promise<{ readonly secret: Buffer; readonly ciphertext: Buffer } | undefined> {
    const [stored] = await this.database.forAuthentication().run<StoredSecret>(SECRET, [userId, isConfirmed]);
    if (stored === undefined) return undefined;
    const secret = Buffer.from(unseal(stored, this.masterKeys, binding(userId)), 'base64');
    return { secret, ciphertext: stored.ciphertext };
  }
}

function named(userId: string, code: string): string {
  return `${userId} ${code}`;
}

/** A first code that was right. */
export interface Confirmation {
  readonly step: number;
  /** Identifies the secret. */
  readonly ciphertext: Buffer;
}

/** Codes as people type them: lower case, with spaces or hyphens. */
function normalize(code: string): string {
  return code.replace(/[ -]/g, '').toUpperCase();
}

/** 49 random bits, with a hyphen in the middle. */
function newRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

function binding(userId: string): string {
  return `svc:totp:usr_${userId}`;
}

/** The column of the secrets' data keys. People belong to no environment. */
export const TOTP_SECRET_COLUMN = sealedColumn<object>({
  secrets: 'secrets of authenticator apps',
  table: 'totp_factors',
  column: 'secret_data_key',
  columns: 't.id AS "userId"',
  environment: '0',
  boundTo: ({ id }) => binding(id),
});
