const HIDDEN = '[redacted]';

/** Fields that hold what no log may hold, wherever in a line they stand. */
const FIELDS =
  /"(authorization|cookie|password|secret|token|processorToken|key|apiKey|email|phone|firstName|lastName)":"(?:[^"\\]|\\.)*"/gi;

/** The same in the middle of other text: API keys, webhook secrets, passwords in addresses, e-mail addresses. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(sk_(?:test|live)_|whsec_)[\w+/=]+/g, `$1${HIDDEN}`],
  [/:\/\/[^\s/@"]+@/g, `://${HIDDEN}@`],
  [/[\p{L}\p{M}\p{N}_.!#$%&*+=?^`{|}~-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu, HIDDEN],
];

/**
 * A line of the log without keys, secrets and personal data. Nothing should bring them here in the first place; this is
 * for messages of libraries and of mistakes to come.
 */
export function redactLine(line: string): string {
  let clean = line.replace(FIELDS, `"$1":"${HIDDEN}"`);
  if (!/@|sk_|whsec_/.test(clean)) return clean;
  for (const [pattern, replacement] of TEXTS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** What is told of a failed statement: never its values, which the others of its properties hold. */
const TOLD = ['code', 'constraint', 'table', 'column', 'syscall'] as const;

/** An error as a log tells it. */
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
