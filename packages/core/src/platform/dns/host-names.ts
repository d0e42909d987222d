import type { LookupAddress } from 'node:dns';
import type { LookupMetrics } from './lookup-metrics.js';
import { LookupQueue } from './lookup-queue.js';
import { NameError, type NameAnswer, type NameSource } from './name-answer.js';
import { NameCache } from './name-cache.js';

export interface Asker {
  /** The account of the look-up; null for configured names, which skip the queue and whose failures are not cached. */
  readonly accountId: string | null;
  readonly fresh?: boolean;
}

export type Names = Pick<HostNames, 'addressesOf'>;

/** Resolves host names: from the cache, or with a look-up of at most 2 s that blocks no thread. */
export class HostNames {
  private readonly cache = new NameCache();
  private readonly queue: LookupQueue;

  constructor(
    private readonly source: NameSource,
    metrics?: LookupMetrics,
  ) {
    this.queue = new LookupQueue({
      ask: (name) => source.ask(name),
      onAnswer: (name, answer, tookMs) => {
        this.cache.put(name, answer);
        metrics?.answered(answer, tookMs);
      },
      onGivenUp: () => metrics?.gaveUp(),
    });
    metrics?.watch(this.queue);
  }

  /** Returns the addresses of a host name in the order to try them, at least one. Rejects with {@link NameError}. */
  async addressesOf(hostname: string, asker: Asker): Promise<readonly LookupAddress[]> {
    const name = hostname.toLowerCase();
    const answer = this.source.known(name) ?? this.kept(name, asker) ?? (await this.find(name, asker));
    if (answer.kind === 'found') return answer.addresses;
    throw new NameError(hostname, answer);
  }

  private kept(name: string, { accountId, fresh = false }: Asker): NameAnswer | undefined {
    const kept = fresh ? undefined : this.cache.get(name);
    return accountId === null && kept?.kind !== 'found' ? undefined : kept;
  }

  private async find(name: string, { accountId, fresh = false }: Asker): Promise<NameAnswer> {
    const answer = await this.queue.find(name, accountId);
    // The cache may have addresses from before the servers fell silent.
    return fresh ? answer : (this.kept(name, { accountId }) ?? answer);
  }
}
