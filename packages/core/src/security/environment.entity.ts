import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.entity.js';

export type Mode = 'test' | 'live';

/** One of the two worlds of an account; tenant tables hold its id. */
@Entity('environments')
@Unique('environments_account_mode', ['accountId', 'mode'])
@ForeignKey(() => Account, ['accountId'], ['id'], { name: 'environments_account' })
@Check('environments_mode', "mode IN ('test', 'live')")
export class Environment {
  @PrimaryColumn('integer', {
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'environments_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  mode!: Mode;
}
