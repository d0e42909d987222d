import { type Logger as PinoLogger, pino } from 'pino';
import type { LoggerService } from '@nestjs/common';
import type { Config } from './config/config.js';

const HIDDEN = '[redacted]';

/** Fields whose values are never logged, at any depth. */
const FIELDS =
  /"(authorization|cookie|password|secret|token|processorToken|key|apiKey|email|receiptEmail|phone|firstName|lastName)":"(?:[^"\\]|\\.)*"/gi;

/** The same within other text: keys of the API and of Stripe, webhook secrets, passwords in URLs. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b([rs]k_(?:test|live)_|whsec_)[\w+/=]+/g, `$1${HIDDEN}`],
  [/:\/\/[^\s/@"]+@/g, `://${HIDDEN}@`],
];

/** E-mail addresses, and other words: a word that is consumed at once takes linear time, whatever its length. */
const WORD = /[\p{L}\p{M}\p{N}_.!#$%&*+=?^`{|}~-]+(@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+)?/gu;

/** Redacts keys, secrets and personal data in a log line: a safety net for messages of libraries. */
export function redactLine(line: string): string {
  let clean = line.replace(FIELDS, `"$1":"${HIDDEN}"`);
  if (!/@|[rs]k_|whsec_/.test(clean)) return clean;
  for (const [pattern, replacement] of TEXTS) clean = clean.replace(pattern, replacement);
  return clean.replace(WORD, (word, domain?: string) => (domain === undefined ? word : HIDDEN));
}

/** Properties of a failed statement that are logged. Its other properties contain values. */
const TOLD = ['code', 'constraint', 'table', 'column', 'syscall'] as const;

/** Returns the loggable form of an error. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const told = Object.fromEntries(
    TOLD.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return {
    type: error.name,
    message: error.message,
    ...told,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

export type Logger = PinoLogger;

/** Log lines are buffered up to this size while the output is not read; further lines are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/** Creates a logger of JSON lines on standard output. They contain ids, never secrets or personal data. */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, service: string): Logger {
  // Asynchronous: a slow reader must not block the service. The buffer is flushed when the process exits.
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
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

/** Passes Nest's own messages to our logger: warnings and errors as such, the rest at debug level. */
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
