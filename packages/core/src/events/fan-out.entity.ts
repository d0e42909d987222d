import type { EventKind } from '@svc/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event with too many receivers for one transaction, and how far its deliveries have been made. */
@Entity('fan_outs')
@Index('fan_outs_in_turn', ['eventId'])
export class FanOut {
  @PrimaryColumn('integer', { name: 'environment_id', primaryKeyConstraintName: 'fan_outs_pkey' })
  environmentId!: number;

  @PrimaryColumn('bigint', { name: 'event_id', primaryKeyConstraintName: 'fan_outs_pkey' })
  eventId!: string;

  @Column('text')
  type!: EventKind;

  /** The last endpoint that has been looked at. */
  @Column('bigint', { default: 0 })
  reached!: string;

  /** The last endpoint that there was when the event was written: later ones do not receive it. */
  @Column('bigint')
  last!: string;
}
