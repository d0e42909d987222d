import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { User } from './user.entity.js';

/** How a person is known at an identity provider. */
@Entity('identities')
@ForeignKey(() => User, ['userId'], ['id'], { name: 'identities_user_id' })
@Unique('identities_user', ['userId', 'issuer'])
export class StoredIdentity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'identities_pkey' })
  issuer!: string;

  /** The claim `sub`. Unlike an e-mail address, it never becomes somebody else's. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'identities_pkey' })
  subject!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
