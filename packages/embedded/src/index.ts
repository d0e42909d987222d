export { startPostgres } from './postgres/postgres.js';
export { startRedis } from './redis/redis.js';
export { runningService } from './claim.js';
export { freePort } from './free-port.js';
export { keepPreviousLog, rotateLogs } from './log-files.js';
export { DataDirInUseError, EmbeddedError } from './errors.js';
export type { EmbeddedService, RedisOptions, ServiceOptions } from './service.js';
