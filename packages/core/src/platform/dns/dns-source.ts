import { Resolver, type LookupAddress, type RecordWithTtl } from 'node:dns';
import { reasonOf } from '../errors/domain-error.js';
import { LOOK_UP_MS, type LookUp, type NameAnswer, type NameSource, inOrder } from './name-answer.js';
import { ParsedFile, parseHosts } from './parsed-file.js';
import { candidates, parseResolvConf } from './resolv-conf.js';

/** c-ares doubles the timeout with each try. */
const QUERY = { timeout: 700, tries: 2 };
/** How long to wait for the other family once one has an address (RFC 8305, section 3). */
const OTHER_FAMILY_MS = 50;
/** RFC 6761: these are this machine, whatever a name server says. */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** ParsedFile already caches the hosts file. */
const NO_TTL = 0;

export interface DnsSourceOptions {
  /** Name servers, as `address` or `address:port`; empty or undefined means those of resolv.conf. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly resolvConf?: string;
}

/**
 * Resolves names with /etc/hosts and DNS on the event loop; getaddrinfo would block a thread of libuv's pool. Each
 * look-up has its own resolver: it sees changes of resolv.conf, and can be cancelled alone.
 */
export class DnsSource implements NameSource {
  private readonly servers: readonly string[];
  private readonly hosts: ParsedFile<ReturnType<typeof parseHosts>>;
  private readonly conf: ParsedFile<ReturnType<typeof parseResolvConf>>;
  private readonly underWay = new Set<Resolver>();

  constructor(options: DnsSourceOptions = {}) {
    this.servers = options.servers ?? [];
    this.hosts = new ParsedFile(options.hostsFile ?? '/etc/hosts', parseHosts);
    this.conf = new ParsedFile(options.resolvConf ?? '/etc/resolv.conf', (text) => parseResolvConf(text));
  }

  known(name: string): NameAnswer | undefined {
    const addresses = this.hosts.read().get(name) ?? (LOCALHOST.test(name) ? LOOPBACK : undefined);
    return addresses && { kind: 'found', addresses: inOrder(addresses), ttlMs: NO_TTL };
  }

  ask(name: string): LookUp {
    const answer = this.resolve(name).catch((error: unknown): NameAnswer => {
      return { kind: 'failed', code: reasonOf(error) };
    });
    return { answer, over: answer };
  }

  close(): void {
    for (const resolver of this.underWay) resolver.cancel();
  }

  private async resolve(name: string): Promise<NameAnswer> {
    const resolver = new Resolver(QUERY);
    if (this.servers.length > 0) resolver.setServers(this.servers);
    const { noAaaa, ...conf } = this.conf.read();
    const families = noAaaa ? [4 as const] : [4 as const, 6 as const];
    this.underWay.add(resolver);
    const deadline = setTimeout(() => resolver.cancel(), LOOK_UP_MS);
    try {
      const answers: NameAnswer[] = [];
      for (const candidate of candidates(name, conf)) {
        const answer = await askEach(resolver, candidate, families);
        if (answer.kind === 'found' || answer.kind === 'timed_out') return answer;
        answers.push(answer);
      }
      return answers.find(({ kind }) => kind === 'failed') ?? { kind: 'absent' };
    } finally {
      clearTimeout(deadline);
      this.underWay.delete(resolver);
      resolver.cancel();
    }
  }
}

function askEach(resolver: Resolver, name: string, families: readonly (4 | 6)[]): Promise<NameAnswer> {
  return new Promise((settle) => {
    const answers: NameAnswer[] = [];
    let patience: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(patience);
      settle(together(answers));
    };
    for (const family of families) {
      const take = (error: NodeJS.ErrnoException | null, records: readonly RecordWithTtl[] | undefined): void => {
        answers.push(error === null ? found(family, records ?? []) : failure(error.code ?? ''));
        if (answers.length === families.length) finish();
        else if (answers.some(({ kind }) => kind === 'found'))
          patience = setTimeout(afterArrivals, OTHER_FAMILY_MS, finish);
      };
      if (family === 4) resolver.resolve4(name, { ttl: true }, take);
      else resolver.resolve6(name, { ttl: true }, take);
    }
  });
}

/** Lets responses that have already arrived go first: after a blocked event loop, timers run before I/O. */
function afterArrivals(finish: () => void): void {
  setImmediate(() => setImmediate(finish));
}

function found(family: 4 | 6, records: readonly RecordWithTtl[]): NameAnswer {
  if (records.length === 0) return { kind: 'absent' };
  return {
    kind: 'found',
    addresses: records.map(({ address }) => ({ address, family })),
    ttlMs: Math.min(...records.map(({ ttl }) => ttl)) * 1_000,
  };
}

function failure(code: string): NameAnswer {
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'EBADNAME':
      return { kind: 'absent' };
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return { kind: 'timed_out' };
    default:
      return { kind: 'failed', code };
  }
}

/** Combines the responses of both families: a name is only absent if both say so. */
function together(answers: readonly NameAnswer[]): NameAnswer {
  const good = answers.filter((answer) => answer.kind === 'found');
  if (good.length > 0) {
    return {
      kind: 'found',
      addresses: inOrder(good.flatMap(({ addresses }) => addresses)),
      ttlMs: Math.min(...good.map(({ ttlMs }) => ttlMs)),
    };
  }
  const bad = (kind: NameAnswer['kind']): NameAnswer | undefined => answers.find((answer) => answer.kind === kind);
  return bad('timed_out') ?? bad('failed') ?? { kind: 'absent' };
}
