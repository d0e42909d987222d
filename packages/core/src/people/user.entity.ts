import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person who uses the console. */
@Entity('users')
@Unique('users_email', ['emailNormalized'])
export class User {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  /** In lower case, for the search. */
  @Column('text', { name: 'email_normalized' })
  emailNormalized!: string;

  /** See passwords.ts. Null for a person who signs in by other means. */
  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash!: string | null;
}
