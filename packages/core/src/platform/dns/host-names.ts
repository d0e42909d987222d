import type { LookupAddress } from 'node:dns';
import type { LookupMetrics } from './lookup-metrics.js';
import { LookupQueue } from './lookup-queue.js';
import { NameError, type NameAnswer, type NameSource } from './name-answer.js';
import { NameCache } from './name-cache.js';

export interface Asker {
  /** On whose behalf; null for the service's own names, which never wait and of which no failure is kept. */
  readonly accountId: string | null;
  /** Whether only an answer counts that is asked for now. */
  readonly fresh?: boolean;
}

/** What connections need of {@link HostNames}. */
export type Names = Pick<HostNames, 'addressesOf'>;

/** Resolves host names: from what is kept, or by a look-up of at most 2 s, in which nobody holds a thread. */
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

  /** All addresses of a name that is not an address itself, in the order in which to try them: one at least. Rejects with {@link NameError}. */
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
    // The cache knows better when it has addresses from before the servers fell silent.
    return fresh ? answer : (this.kept(name, { accountId }) ?? answer);
  }
}
