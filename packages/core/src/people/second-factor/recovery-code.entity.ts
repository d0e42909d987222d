import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TotpFactor } from './totp-factor.entity.js';

/** A code that replaces one of the authenticator app, once. */
@Entity('recovery_codes')
@ForeignKey(() => TotpFactor, ['userId'], ['id'], { name: 'recovery_codes_factor', onDelete: 'CASCADE' })
export class RecoveryCode {
  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'recovery_codes_pkey' })
  userId!: string;

  /** HMAC of the person's id and the code. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash!: Buffer;

  /** The name of the pepper of `hash`. */
  @Column('text')
  pepper!: string;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
