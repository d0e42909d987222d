import type { Logger } from '../platform/logger.js';
import type { MigrationNews } from './migrate.js';

/** Has what happens in an upgrade written into the log. */
export function logMigrations(logger: Pick<Logger, 'info' | 'warn'>): (news: MigrationNews) => void {
  return (news) => {
    if (news.kind === 'begun') {
      logger.info({ event: 'migrations_begun', migrations: news.migrations }, 'database migrated');
    } else if (news.kind === 'waits') {
      logger.warn({ event: 'migration_waits', pids: news.pids }, 'a migration is waiting for other transactions');
    } else {
      logger.info({ event: 'migrations_over', durationMs: news.durationMs }, 'the database is up to date');
    }
  };
}
