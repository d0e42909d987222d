import { hostname } from 'node:os';
import { isIP } from 'node:net';

/** The part of resolv.conf that determines which names are queried. c-ares reads the servers itself. */
export interface ResolvConf {
  readonly search: readonly string[];
  /** A name with at least this many dots is queried as it is before it is completed. */
  readonly ndots: number;
  readonly noAaaa: boolean;
}

const MAX_NDOTS = 15;

/** Parses resolv.conf as glibc does, with the overrides in LOCALDOMAIN and RES_OPTIONS. */
export function parseResolvConf(
  text: string,
  environment: NodeJS.ProcessEnv = process.env,
  machine = hostname(),
): ResolvConf {
  let search: readonly string[] | undefined;
  const options: string[] = [];
  for (const line of text.split('\n')) {
    const [, keyword, rest = ''] = /^(search|domain|options)[ \t]+(.*)$/.exec(line) ?? [];
    if (keyword === 'options') options.push(...words(rest));
    else if (keyword === 'search') search = words(rest);
    else if (keyword === 'domain') search = words(rest).slice(0, 1);
  }
  const { LOCALDOMAIN, RES_OPTIONS = '' } = environment;
  options.push(...words(RES_OPTIONS));
  const ndots = options.flatMap((option) => /^ndots:(\d+)/.exec(option)?.[1] ?? []).at(-1);
  return {
    search: LOCALDOMAIN === undefined ? (search ?? ownDomain(machine)) : words(LOCALDOMAIN),
    ndots: Math.min(ndots === undefined ? 1 : Number(ndots), MAX_NDOTS),
    noAaaa: options.includes('no-aaaa'),
  };
}

/** Returns the names to query in order until one is found. A name that ends with a dot is complete. */
export function candidates(name: string, { search, ndots }: Pick<ResolvConf, 'search' | 'ndots'>): string[] {
  if (name.endsWith('.')) return [name];
  const dots = name.split('.').length - 1;
  const completed = search.map((domain) => `${name}.${domain.replace(/^\./, '')}`.replace(/\.$/, ''));
  return [...new Set(dots >= ndots ? [name, ...completed] : [...completed, name])];
}

function ownDomain(machine: string): string[] {
  const dot = machine.indexOf('.');
  return dot < 0 ? [] : words(machine.slice(dot + 1));
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Validates a name server such as `10.0.0.2` or `[2001:db8::2]:5353`. Node would crash on a port out of range. */
export function parseNameServer(text: string): string {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isAddress = isIP(text) !== 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4;
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
  if (isAddress && isPort) return text;
  throw new Error('expected addresses of name servers, such as 10.0.0.2 or [2001:db8::2]:5353');
}
