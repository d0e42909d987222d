import type { Database } from '../database/database.js';
import type { Metrics } from './metrics.js';

export function watchPool(metrics: Metrics, database: Pick<Database, 'connections'>): void {
  metrics.gauge('svc_pg_connections_in_use', 'Postgres connections in use.', () => database.connections.inUse);
  metrics.gauge('svc_pg_connections_idle', 'Idle Postgres connections.', () => database.connections.idle);
  metrics.gauge(
    'svc_pg_statements_waiting',
    'Statements and transactions waiting for a connection.',
    () => database.connections.waitedFor,
  );
}
