import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest's own words in our log: what goes wrong, and the rest at debug level. */
export function nestLogger(logger: Logger): LoggerService {
  const line = (message: unknown): string => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown) => logger.debug({ event: 'nest' }, line(message)),
    debug: (message: unknown) => logger.debug({ event: 'nest' }, line(message)),
    verbose: (message: unknown) => logger.debug({ event: 'nest' }, line(message)),
    warn: (message: unknown) => logger.warn({ event: 'nest' }, line(message)),
    error: (message: unknown) => logger.error({ event: 'nest' }, line(message)),
    fatal: (message: unknown) => logger.fatal({ event: 'nest' }, line(message)),
  };
}
