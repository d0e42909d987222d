import { Backlog } from '../../platform/queues/backlog.js';
import type { WorkRef } from '../../platform/queues/work-queues.js';

/** A delivery that is due, as the queues and the background task name it. */
export interface DueDelivery extends WorkRef {
  readonly webhookId: string;
}

/** An endpoint, as its deliveries name it. */
export type Addressee = Pick<DueDelivery, 'environmentId' | 'webhookId'>;

/** What an endpoint's deliveries go by, whatever their environment. */
export function endpointOf({ environmentId, webhookId }: Addressee): string {
  return `${environmentId}-${webhookId}`;
}

/** Deliveries that wait for their turn in this process: environments take turns, and so do the endpoints of each. */
export class DeliveryBacklog extends Backlog<DueDelivery> {
  constructor() {
    super(({ webhookId }) => webhookId);
  }

  /** How many wait for the endpoint. */
  waitingFor({ environmentId, webhookId }: Addressee): number {
    return this.waitingIn(environmentId, webhookId);
  }

  /** Takes out the deliveries to an endpoint behind the first `kept`. */
  cut(endpoint: string, kept: number): DueDelivery[] {
    const [environmentId, webhookId = ''] = endpoint.split('-');
    return this.cutLine(Number(environmentId), webhookId, kept);
  }
}
