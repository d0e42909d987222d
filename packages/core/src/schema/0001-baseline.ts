import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlIn } from './sql-files.js';

/**
 * The whole schema of the first release. Until that is out, it is edited in place: give it a later timestamp then, so that
 * databases made by the one before are refused.
 */
export class Baseline1764300000000 implements MigrationInterface {
  readonly name = 'Baseline1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    // Functions come first, since triggers need them. Postgres would look for the tables that they name.
    await runner.query('SET LOCAL check_function_bodies = off');
    for (const sql of [...sqlIn('functions'), ...sqlIn('0001-baseline')]) await runner.query(sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The baseline cannot be undone. Drop the database instead.'));
  }
}
