import type { Database } from '../database/database.js';
import type { Metrics } from './metrics.js';

/** Tells how the pool of connections to Postgres is used. */
export function watchPool(metrics: Metrics, database: Pick<Database, 'connections'>): void {
  metrics.gauge(
    'svc_pg_connections_in_use',
    'Connections to Postgres that are lent.',
    () => database.connections.inUse,
  );
  metrics.gauge('svc_pg_connections_idle', 'Connections to Postgres that are free.', () => database.connections.idle);
  metrics.gauge(
    'svc_pg_statements_waiting',
    'Statements and transactions that wait for a connection.',
    () => database.connections.waitedFor,
  );
}
