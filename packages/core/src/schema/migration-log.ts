import type { Logger } from '../platform/logger.js';
import type { MigrationNews } from './migrate.js';

export function logMigrations(logger: Pick<Logger, 'info' | 'warn'>): (news: MigrationNews) => void {
  return (news) => {
    if (news.kind === 'queued') {
      logger.info({ event: 'migrations_queued' }, 'another process is migrating the database; this one waits for it');
    } else if (news.kind === 'begun') {
      logger.info({ event: 'migrations_begun', migrations: news.migrations }, 'migrating the database');
    } else if (news.kind === 'waits') {
      logger.warn({ event: 'migration_waits', pids: news.pids }, 'a migration is waiting for other transactions');
    } else {
      logger.info({ event: 'migrations_over', durationMs: news.durationMs }, 'the database is up to date');
    }
  };
}
