import { pino, type Logger as PinoLogger } from 'pino';
import type { Config } from './config/config.js';

export type Logger = PinoLogger;

/** Structured log lines on standard output. They hold ids, never keys, secrets or personal data. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, service: string): Logger {
  return pino({
    level: config.LOG_LEVEL,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['*.authorization', '*.secret', '*.email', '*.key'], censor: '[redacted]' },
  });
}
