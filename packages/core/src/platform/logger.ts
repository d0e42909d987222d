import { pino, type Logger as PinoLogger } from 'pino';
import type { Config } from './config/config.js';
import { describeError, redactLine } from './log-redaction.js';

export type Logger = PinoLogger;

/** Lines that wait while nobody reads the output; what comes beyond is dropped. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/** Structured log lines on standard output. They hold ids, never keys, secrets or personal data. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, service: string): Logger {
  // Not synchronous: whoever reads slowly must not hold up the service. What waits is written when the process exits.
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING_BYTES });
  return pino(
    {
      level: config.LOG_LEVEL,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: redactLine },
    },
    output,
  );
}
