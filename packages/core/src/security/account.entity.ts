import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

export type Tier = 'free' | 'pro' | 'enterprise';

@Entity('accounts')
@Check('accounts_tier', "tier IN ('free', 'pro', 'enterprise')")
@Check('accounts_rate_limit', 'rate_limit > 0')
export class Account {
  /** A number of the cell: see schema/functions/cells.sql. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'accounts_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  tier!: Tier;

  /** Requests per minute granted by the operator instead of those of the tier. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Since when the operator refuses its keys and people; null if it is not suspended. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt!: Date | null;

  /** From when its live subscriptions are charged again after its last suspension; null if there was none. */
  @Column('timestamptz', { name: 'charged_from', nullable: true })
  chargedFrom!: Date | null;
}
