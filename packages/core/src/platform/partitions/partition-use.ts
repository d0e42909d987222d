import type { IdRange } from '../reports/report-source.js';
import { Registry } from '../wiring/registry.js';

/**
 * The key of an advisory lock. Who makes or drops partitions takes it, and who grants rights on all tables: Postgres fails
 * one of two sessions that do so at the same time.
 */
export const PARTITIONS_LOCK = `hashtext('svc:make_partitions')`;

/** The tables that are partitioned by ranges of ids; old data is dropped by the partition. */
export const PARTITIONED_TABLES = ['events', 'deliveries', 'delivery_attempts'] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/** Unfinished work that may still need rows of old partitions. */
export interface PartitionUse {
  readonly name: string;
  /** Whether rows of the table within the range of ids are still needed. */
  needs(table: PartitionedTable, range: IdRange): Promise<boolean>;
  /** Gives up work that would otherwise need rows of the range until somebody intervenes. */
  abandon?(range: IdRange): Promise<void>;
}

export class PartitionUses extends Registry<PartitionUse> {}
