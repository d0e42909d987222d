import pg from 'pg';
import { DomainError } from '../errors/domain-error.js';

/**
 * Whether what was to be written is surely not there, so that it may be written again. The rules of the domain refuse before
 * the commit. Postgres says so by most of its codes, but for those after which a commit may stand: 08, connection; 40003,
 * completion unknown; 57P, shut down or crashed; 58 and XX, a fault of the system or of Postgres.
 */
export function isSurelyRolledBack(error: unknown): boolean {
  if (error instanceof DomainError) return true;
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  return !/^(?:08|40003|57P|58|XX)/.test(error.code);
}
