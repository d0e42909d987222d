import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Account } from './account.entity.js';

export type Mode = 'test' | 'live';

/** The test or live mode of an account; tenant tables contain its id. */
@Entity('environments')
@Unique('environments_account_mode', ['accountId', 'mode'])
@ForeignKey(() => Account, ['accountId'], ['id'], { name: 'environments_account' })
@Index('environments_ahead', ['id'], { where: "clock_offset > '0'" })
@Check('environments_mode', "mode IN ('test', 'live')")
@Check('environments_clock', "clock_offset >= '0' AND (mode = 'test' OR clock_offset = '0')")
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

  /** How far the clock of a test environment is ahead; schedules are due by it. */
  @Column('interval', { name: 'clock_offset', default: () => "'00:00:00'", select: false })
  clockOffset!: string;
}
