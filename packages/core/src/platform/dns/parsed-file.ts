import { readFileSync, statSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

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

/** The addresses of each name in a hosts file, in its order; names in lower case. */
export function parseHosts(text: string): ReadonlyMap<string, readonly LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    const family = isIP(address);
    // glibc skips addresses with a zone (fe80::1%eth0) as well.
    if (family === 0 || address.includes('%')) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = found.get(name) ?? [];
      if (!addresses.some((known) => known.address === address)) addresses.push({ address, family });
      found.set(name, addresses);
    }
  }
  return found;
}
