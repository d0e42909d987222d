import type { EventKind } from '@svc/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event with too many receivers for one transaction, and the relay's progress. */
@Entity('fan_outs')
@Index('fan_outs_by_event', ['eventId'])
export class FanOut {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'fan_outs_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'fan_outs_pkey' })
  eventId!: string;

  @Column('text')
  type!: EventKind;

  /** The last endpoint processed. */
  @Column('bigint', { default: 0 })
  reached!: string;

  /** The last endpoint at the time of the event; later ones do not receive it. */
  @Column('bigint')
  last!: string;
}
