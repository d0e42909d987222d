import { Backlog } from '../../platform/queues/backlog.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';

/** A due delivery, as the queues and the background task name it. */
export interface DueDelivery extends WorkRef {
  readonly webhookId: string;
}

/** The endpoint of a delivery. */
export type Addressee = Pick<DueDelivery, 'environmentId' | 'webhookId'>;

/** The key of an endpoint, unique across environments. */
export function endpointOf({ environmentId, webhookId }: Addressee): string {
  return `${environmentId}-${webhookId}`;
}

/** Due deliveries that wait in this process: environments take turns, and so do the endpoints of each. */
export class DeliveryBacklog extends Backlog<DueDelivery> {
  constructor() {
    super(({ webhookId }) => webhookId);
  }

  waitingFor({ environmentId, webhookId }: Addressee): number {
    return this.waitingIn(environmentId, webhookId);
  }

  /** Removes and returns the deliveries of an endpoint behind the first `kept`. */
  cut(endpoint: string, kept: number): DueDelivery[] {
    const [environmentId, webhookId = ''] = endpoint.split('-');
    return this.cutLine(Number(environmentId), webhookId, kept);
  }
}
