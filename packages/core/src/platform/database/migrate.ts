import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';

const LOCK = 7_306_942_211;
const LOCK_POLL_MS = 100;
const ANY_TIME = { statementMs: 0, lockMs: 0 };

/** Brings the schema up to date. Takes a lock, so that processes which start together wait for the one that works. */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = await createDataSource({ DATABASE_URL: databaseUrl, DATABASE_POOL: 2 }, [], ANY_TIME).initialize();
  try {
    await underLock(dataSource, async () => {
      await dataSource.runMigrations();
    });
  } finally {
    await dataSource.destroy();
  }
}

async function underLock(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    while (!(await isLocked(runner))) await sleep(LOCK_POLL_MS);
    await work();
  } finally {
    await runner.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await runner.release();
  }
}

/** Asked again and again: an index that is built concurrently would wait for a statement that waits for the lock. */
async function isLocked(runner: QueryRunner): Promise<boolean> {
  const [row] = (await runner.query(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`)) as { locked: boolean }[];
  return row?.locked === true;
}
