import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../security/account.entity.js';
import type { Role } from './roles.js';
import { User } from './user.entity.js';

/** What a person may do in an account. */
@Entity('memberships')
@ForeignKey(() => Account, ['accountId'], ['id'], { name: 'memberships_account' })
@ForeignKey(() => User, ['userId'], ['id'], { name: 'memberships_user' })
@Index('memberships_by_user', ['userId'])
@Check('memberships_role', "role IN ('owner', 'developer', 'support', 'approver', 'finance', 'viewer')")
export class Membership {
  @PrimaryColumn('bigint', { name: 'account_id', primaryKeyConstraintName: 'memberships_pkey' })
  accountId!: string;

  @PrimaryColumn('bigint', { name: 'user_id', primaryKeyConstraintName: 'memberships_pkey' })
  userId!: string;

  @Column('text')
  role!: Role;

  /** Whether the role follows from claims of the identity provider, which it may take away again. */
  @Column('boolean', { name: 'by_provider', default: false })
  byProvider!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
