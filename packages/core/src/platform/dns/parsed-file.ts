import { readFileSync, statSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

const CHECK_EVERY_MS = 1_000;

/**
 * The parsed content of a small system file. Read synchronously, at most once a second: asynchronous access would need
 * a thread of libuv's pool, which may be blocked.
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

/** Returns '' for a missing or unreadable file, as getaddrinfo does. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Parses a hosts file to the addresses of each name, in order; names in lower case. */
export function parseHosts(text: string): ReadonlyMap<string, readonly LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    const family = isIP(address);
    // glibc also skips addresses with a zone (fe80::1%eth0).
    if (family === 0 || address.includes('%')) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = found.get(name) ?? [];
      if (!addresses.some((known) => known.address === address)) addresses.push({ address, family });
      found.set(name, addresses);
    }
  }
  return found;
}
