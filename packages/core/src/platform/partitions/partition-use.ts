import type { IdRange } from '../reports/report-source.js';
import { Registry } from '../wiring/registry.js';

/** The tables that are kept in partitions by ranges of their ids, and dropped by them. */
export const PARTITIONED_TABLES = ['events', 'deliveries', 'delivery_attempts'] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/** Work that is not finished and may still need rows of old partitions. */
export interface PartitionUse {
  /** As logs name it. */
  readonly name: string;
  /** Whether it still needs rows of the table with ids of the range. */
  needs(table: PartitionedTable, range: IdRange): Promise<boolean>;
  /** Ends what would need rows of the range for as long as nobody does anything about it. */
  letGo?(range: IdRange): Promise<void>;
}

export class PartitionUses extends Registry<PartitionUse> {}
