import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Environment } from '../security/environment.entity.js';

/** The clock of a test environment that was ever advanced. Its offset is in `environments.clock_offset`. */
@Entity('test_clocks')
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'test_clocks_environment' })
@Index('test_clocks_due', ['leaseUntil'], { where: 'lease_until IS NOT NULL' })
@Check('test_clocks_running', '(target_at IS NULL) = (lease_until IS NULL)')
export class TestClock {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'test_clocks_pkey' })
  environmentId!: number;

  /** In the environment's time; null while the clock runs at real speed. */
  @Column('timestamptz', { name: 'target_at', nullable: true })
  targetAt!: Date | null;

  /** Incremented by every claim; fences off workers that lost their lease. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** End of the lease; after it any worker may claim the running clock. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;
}
