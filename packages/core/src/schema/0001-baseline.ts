import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The complete schema, edited in place until the first release. Give it a later timestamp for that. */
export class Baseline1765500000000 implements MigrationInterface {
  readonly name = 'Baseline1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    // Functions come first, since triggers need them. Their bodies refer to tables that do not exist yet.
    await runner.query('SET LOCAL check_function_bodies = off');
    // Functions that run with the rights of their owner keep this search path. With pg_temp last, a temporary table cannot hide ours.
    await runner.query(`SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`);
    for (const sql of [...sqlIn('functions'), ...sqlIn('0001-baseline')]) await runner.query(sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The baseline cannot be undone. Drop the database instead.'));
  }
}

/** Returns the SQL files of a subfolder, sorted by name. `npm run build` copies them into dist. */
function sqlIn(folder: string): string[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8'));
}
