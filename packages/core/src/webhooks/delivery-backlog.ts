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
export function endpointOf({ environmentId, webhookId }: DueDelivery): string {
  return `${environmentId}-${webhookId}`;
}

class Environment {
  readonly endpoints = new Map<string, DueDelivery[]>();
  size = 0;
}

/**
 * Deliveries that wait for their turn in this process: environments take turns, and so do the endpoints of each, the
 * oldest first. Whoever has many waits behind their own, not before others.
 */
export class DeliveryBacklog {
  private readonly environments = new Map<number, Environment>();
  private readonly known = new Set<string>();

  get size(): number {
    return this.known.size;
  }

  get isFull(): boolean {
    return this.size >= MOST_WAITING;
  }

  /** How many wait for the endpoint. */
  waitingFor(due: DueDelivery): number {
    return this.environments.get(due.environmentId)?.endpoints.get(endpointOf(due))?.length ?? 0;
  }

  /** Has a delivery wait its turn. False when there is no room for it; one that waits already is not entered twice. */
  add(due: DueDelivery): boolean {
    const key = keyOf(due);
    if (this.known.has(key)) return true;
    const environment = this.environments.get(due.environmentId) ?? new Environment();
    if (this.isFull || environment.size >= MOST_OF_ONE) return false;
    this.known.add(key);
    this.environments.set(due.environmentId, environment);
    environment.size += 1;
    const name = endpointOf(due);
    const waiting = environment.endpoints.get(name);
    if (waiting === undefined) environment.endpoints.set(name, [due]);
    else waiting.push(due);
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
      if (environment.size > 0) this.environments.set(id, environment);
      if (one === undefined) {
        passedOver += 1;
        continue;
      }
      passedOver = 0;
      this.known.delete(keyOf(one.due));
      taken.push(one.admitted);
    }
    return taken;
  }

  /** Takes out the deliveries to an endpoint behind the first `kept`. */
  cut(endpoint: string, kept: number): DueDelivery[] {
    const environment = this.environments.get(Number(endpoint.split('-')[0]));
    const waiting = environment?.endpoints.get(endpoint);
    if (environment === undefined || waiting === undefined) return [];
    const cut = waiting.splice(kept);
    environment.size -= cut.length;
    for (const due of cut) this.known.delete(keyOf(due));
    return cut;
  }
}

function takeOne<Admitted>(
  environment: Environment,
  admit: (due: DueDelivery) => Admitted | undefined,
): { readonly due: DueDelivery; readonly admitted: Admitted } | undefined {
  let rounds = environment.endpoints.size;
  for (const [name, waiting] of environment.endpoints) {
    if (rounds-- === 0) return undefined;
    environment.endpoints.delete(name);
    const [due] = waiting;
    if (due === undefined) continue;
    environment.endpoints.set(name, waiting);
    const admitted = admit(due);
    if (admitted === undefined) continue;
    waiting.shift();
    if (waiting.length === 0) environment.endpoints.delete(name);
    environment.size -= 1;
    return { due, admitted };
  }
  return undefined;
}

function keyOf({ environmentId, id }: DueDelivery): string {
  return `${environmentId}-${id}`;
}
