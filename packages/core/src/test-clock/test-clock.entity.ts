import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Environment } from '../security/environment.entity.js';

/** The clock of a test environment that has ever been advanced; how far it is ahead stands with the environment. */
@Entity('test_clocks')
@ForeignKey(() => Environment, ['environmentId'], ['id'], { name: 'test_clocks_environment' })
@Index('test_clocks_due', ['leaseUntil'], { where: 'lease_until IS NOT NULL' })
@Check('test_clocks_running', '(target_at IS NULL) = (lease_until IS NULL)')
export class TestClock {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'test_clocks_pkey' })
  environmentId!: number;

  /** Where it is going, in the environment's time; null while it goes as fast as real time. */
  @Column('timestamptz', { name: 'target_at', nullable: true })
  targetAt!: Date | null;

  /** Grows with every claim; a worker that has lost its lease moves the clock no more. */
  @Column('integer', { default: 0 })
  lease!: number;

  /** Until when a worker leads it; a running clock whose lease has run out is for anyone to take. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;
}
