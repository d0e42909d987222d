import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

export type Tier = 'free' | 'pro' | 'enterprise';

@Entity('accounts')
@Check('accounts_tier', "tier IN ('free', 'pro', 'enterprise')")
export class Account {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'accounts_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  tier!: Tier;
}
