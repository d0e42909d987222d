import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.js';
import { isDatabaseAway } from './database-away.js';
import { isSurelyRolledBack } from './grouped-writes.js';

function answered(code: string, routine?: string): Error {
  return Object.assign(new pg.DatabaseError('of Postgres', 10, 'error'), { code, routine });
}

function ofNetwork(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}

const refused = new DomainError('idempotency_key_reused', 'The idempotency key was used for a different request.');

const errors: { what: string; error: Error; away: boolean; rolledBack: boolean }[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].map((code) => ({
    what: code,
    error: ofNetwork(code),
    away: true,
    rolledBack: false,
  })),
  ...['08006', '57P01', '57P02', '57P03'].map((code) => ({
    what: code,
    error: answered(code),
    away: true,
    rolledBack: false,
  })),
  ...['25006', '25P03', '53300'].map((code) => ({ what: code, error: answered(code), away: true, rolledBack: true })),
  {
    what: '0A000 of an unlogged table on a standby',
    error: answered('0A000', 'get_relation_info'),
    away: true,
    rolledBack: true,
  },
  { what: '0A000 of a plan', error: answered('0A000', 'RevalidateCachedQuery'), away: false, rolledBack: true },
  ...['40003', 'XX000', 'XX001', '58030'].map((code) => ({
    what: code,
    error: answered(code),
    away: false,
    rolledBack: false,
  })),
  ...['23505', '40001', '40P01', '55P03', '57014', '22012'].map((code) => ({
    what: code,
    error: answered(code),
    away: false,
    rolledBack: true,
  })),
  ...[
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
  ].map((message) => ({ what: message, error: new Error(message), away: true, rolledBack: false })),
  { what: 'a DomainError', error: refused, away: false, rolledBack: true },
  { what: 'a bug of ours', error: new TypeError('x is undefined'), away: false, rolledBack: false },
];

describe.each(errors)('after $what', ({ error, away, rolledBack }) => {
  it(`Postgres ${away ? 'is unavailable' : 'is available'}`, () => expect(isDatabaseAway(error)).toBe(away));

  it(`the write ${rolledBack ? 'was surely rolled back' : 'may be committed'}`, () => {
    expect(isSurelyRolledBack(error)).toBe(rolledBack);
  });
});
