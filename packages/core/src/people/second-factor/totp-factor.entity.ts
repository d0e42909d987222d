import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../user.entity.js';

/** The authenticator app of a person. */
@Entity('totp_factors')
@ForeignKey(() => User, ['id'], ['id'], { name: 'totp_factors_user' })
export class TotpFactor {
  /** The id of the person. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'totp_factors_pkey' })
  id!: string;

  @Column('bytea', { name: 'secret_ciphertext' })
  secretCiphertext!: Buffer;

  @Column('bytea', { name: 'secret_data_key' })
  secretDataKey!: Buffer;

  /** When the person gave a first code; a sign-in asks for codes from then on. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** The step of the last code, which works once like all earlier ones. */
  @Column('bigint', { name: 'last_step', nullable: true })
  lastStep!: string | null;
}
