import type { WorkRef } from '../platform/queues/work-ref.js';

/** A delivery that is due, as the queues and the sweeper name it. */
export interface DueDelivery extends WorkRef {
  readonly webhookId: string;
}

/** Ids only, about 200 bytes each. What does not fit is found again by the sweeper. */
const MOST_WAITING = 50_000;
/** No environment takes more of them than this, so that the others' find room. */
const MOST_OF_ONE = 20_000;

/** What an endpoint's deliveries go by, whatever their environment. */
export function endpointOf({ environmentId, webhookId }: Pick<DueDelivery, 'environmentId' | 'webhookId'>): string {
  return `${environmentId}-${webhookId}`;
}

/** What waits of one environment: by the id of its endpoint, and by its own. */
class Environment {
  readonly endpoints = new Map<string, DueDelivery[]>();
  readonly known = new Set<string>();
}

/**
 * Deliveries that wait for their turn in this process: environments take turns, and so do the endpoints of each, the
 * oldest first. Whoever has many waits behind their own, not before others.
 */
export class DeliveryBacklog {
  private readonly environments = new Map<number, Environment>();
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  get isFull(): boolean {
    return this.size >= MOST_WAITING;
  }

  /** How many wait for the endpoint. */
  waitingFor({ environmentId, webhookId }: DueDelivery): number {
    return this.environments.get(environmentId)?.endpoints.get(webhookId)?.length ?? 0;
  }

  /** Has a delivery wait its turn. False when there is no room for it; one that waits already is not entered twice. */
  add(due: DueDelivery): boolean {
    const environment = this.environments.get(due.environmentId) ?? new Environment();
    const { endpoints, known } = environment;
    if (known.has(due.id)) return true;
    if (this.isFull || known.size >= MOST_OF_ONE) return false;
    if (known.size === 0) this.environments.set(due.environmentId, environment);
    known.add(due.id);
    this.waiting += 1;
    const before = endpoints.get(due.webhookId);
    if (before === undefined) endpoints.set(due.webhookId, [due]);
    else before.push(due);
    return true;
  }

  /** Takes up to `most` of them in turn; whatever `admit` answers for one that may go is what is taken. */
  take<Admitted>(most: number, admit: (due: DueDelivery) => Admitted | undefined): Admitted[] {
    const taken: Admitted[] = [];
    let passedOver = 0;
    while (taken.length < most && passedOver < this.environments.size) {
      const [turn] = this.environments;
      if (turn === undefined) break;
      const [id, environment] = turn;
      this.environments.delete(id);
      const one = takeOne(environment, admit);
      if (environment.known.size > 0) this.environments.set(id, environment);
      if (one === undefined) {
        passedOver += 1;
        continue;
      }
      passedOver = 0;
      this.waiting -= 1;
      taken.push(one);
    }
    return taken;
  }

  /** Takes out the deliveries to an endpoint behind the first `kept`. */
  cut(endpoint: string, kept: number): DueDelivery[] {
    const [environmentId, webhookId = ''] = endpoint.split('-');
    const environment = this.environments.get(Number(environmentId));
    const cut = environment?.endpoints.get(webhookId)?.splice(kept) ?? [];
    for (const { id } of cut) environment?.known.delete(id);
    this.waiting -= cut.length;
    return cut;
  }
}

function takeOne<Admitted>(
  { endpoints, known }: Environment,
  admit: (due: DueDelivery) => Admitted | undefined,
): Admitted | undefined {
  let rounds = endpoints.size;
  for (const [webhookId, waiting] of endpoints) {
    if (rounds-- === 0) return undefined;
    endpoints.delete(webhookId);
    const [due] = waiting;
    if (due === undefined) continue;
    const admitted = admit(due);
    if (admitted !== undefined) waiting.shift();
    if (waiting.length > 0) endpoints.set(webhookId, waiting);
    if (admitted === undefined) continue;
    known.delete(due.id);
    return admitted;
  }
  return undefined;
}
