import { readFileSync, statSync } from 'node:fs';

const CHECK_EVERY_MS = 1_000;

/**
 * What a small system file says, read again when the file has changed. It is checked at most once a second, and
 * synchronously: asynchronous file access takes a thread of libuv's pool, and that is what name resolution must not wait for.
 */
export class ParsedFile<Value> {
  private value: Value;
  private checkedAt = -Infinity;
  private version = '';

  constructor(
    private readonly path: string,
    private readonly parse: (text: string) => Value,
  ) {
    this.value = parse('');
  }

  read(now = performance.now()): Value {
    if (now - this.checkedAt < CHECK_EVERY_MS) return this.value;
    this.checkedAt = now;
    const version = versionOf(this.path);
    if (version !== this.version) {
      this.version = version;
      this.value = this.parse(textOf(this.path));
    }
    return this.value;
  }
}

function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return '';
  }
}

/** Empty for a file that is not there or not readable, as getaddrinfo has it. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
