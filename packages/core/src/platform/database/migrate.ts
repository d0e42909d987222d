import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';

const LOCK = 7_306_942_211;
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
    await runner.query(`SELECT pg_advisory_lock(${LOCK})`);
    await work();
  } finally {
    await runner.query(`SELECT pg_advisory_unlock(${LOCK})`);
    await runner.release();
  }
}
