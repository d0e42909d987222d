import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from '../security/account.entity.js';
import type { Role } from './roles.js';
import { User } from './user.entity.js';

/** A link that works once: it lets a person join an account, or signs in an existing member. */
@Entity('sign_in_links')
@Unique('sign_in_links_hash', ['hash'])
@Index('sign_in_links_by_account', ['accountId', 'id'], { where: 'used_at IS NULL' })
@ForeignKey(() => Account, ['accountId'], ['id'], { name: 'sign_in_links_account' })
@ForeignKey(() => User, ['userId'], ['id'], { name: 'sign_in_links_user' })
@Index('sign_in_links_by_expiry', ['expiresAt'])
@Check('sign_in_links_role', "role IN ('owner', 'developer', 'support', 'approver', 'finance', 'viewer')")
export class SignInLink {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'sign_in_links_pkey' })
  id!: string;

  /** HMAC of the token. */
  @Column('bytea')
  hash!: Buffer;

  @Column('bigint', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  role!: Role;

  /** The address that must join, if the link names one. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The member who signs in; null if a person joins. */
  @Column('bigint', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** Whether a member created it; otherwise the operator did. */
  @Column('boolean', { name: 'is_invitation', default: false })
  isInvitation!: boolean;

  /** The member who created the invitation. */
  @Column('bigint', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
