import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Membership } from './membership.entity.js';

/** A session of a person in an account. Its id carries when it began. */
@Entity('sessions')
@Unique('sessions_hash', ['hash'])
@ForeignKey(() => Membership, ['accountId', 'userId'], ['accountId', 'userId'], {
  name: 'sessions_membership',
  onDelete: 'CASCADE',
})
@Index('sessions_by_member', ['userId', 'accountId'])
@Index('sessions_by_end', ['endsAt'])
export class Session {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  /** HMAC of the cookie's value. */
  @Column('bytea')
  hash!: Buffer;

  @Column('bigint', { name: 'account_id' })
  accountId!: string;

  @Column('bigint', { name: 'user_id' })
  userId!: string;

  /** The end, whatever happens. A sign-out moves it to the present. */
  @Column('timestamptz', { name: 'ends_at' })
  endsAt!: Date;

  /** The last request of the person, to the minute. */
  @Column('timestamptz', { name: 'seen_at', default: () => 'now()' })
  seenAt!: Date;

  /** When the person last gave a password, a code or a sign-in link; 1970 if the identity provider does not say when. */
  @Column('timestamptz', { name: 'confirmed_at', default: () => 'now()' })
  confirmedAt!: Date;

  /** The network address from which it began. */
  @Column('text')
  address!: string;

  /** The User-Agent of the browser. */
  @Column('text', { nullable: true })
  browser!: string | null;

  /** Whether the person has signed in at the identity provider, which then also confirms it. */
  @Column('boolean', { name: 'by_provider', default: false })
  byProvider!: boolean;
}
