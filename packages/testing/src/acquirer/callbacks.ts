import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AcquirerSchemas } from '@svc/acquirer-contract';
import { Webhook } from 'standardwebhooks';
import type { Entry } from './statement.js';
import type { CallbackFault, Faults } from './faults.js';

const TRIES = 3;
const PAUSE_MS = 500;

/** Sends callbacks to the service, signed with the library of Standard Webhooks. */
export class Callbacks {
  /** The URL of the service; without it, nothing is sent. */
  url: string | undefined;
  /** Number of responses by status. */
  readonly answered = new Map<number, number>();

  constructor(
    private readonly secret: string,
    private readonly faults: Faults,
  ) {}

  async tell(entry: Pick<Entry, 'reference' | 'operation' | 'status'>): Promise<void> {
    const { reference, operation, status } = entry;
    const fault = this.faults.ofCallback(reference);
    if (fault === 'missing') return;
    await this.send({ reference, operation, status }, fault);
    if (fault === 'twice') await this.send({ reference, operation, status }, fault);
  }

  private async send(change: AcquirerSchemas['OperationChange'], fault: CallbackFault | undefined): Promise<void> {
    const secret = fault === 'forged' ? `whsec_${Buffer.alloc(32, 7).toString('base64')}` : this.secret;
    const callback = signedCallback(change, secret);
    for (let n = 1; n <= TRIES && this.url !== undefined; n += 1) {
      const status = await fetch(this.url, callback).then(
        (response) => response.status,
        () => 0,
      );
      this.answered.set(status, (this.answered.get(status) ?? 0) + 1);
      if (status !== 0 && status < 500) return;
      await sleep(PAUSE_MS);
    }
  }
}

/** The request by which the acquirer reports a change. */
export function signedCallback(
  change: AcquirerSchemas['OperationChange'],
  secret: string,
): { readonly method: 'POST'; readonly headers: Record<string, string>; readonly body: string } {
  const [id, now, body] = [`msg_${randomUUID()}`, new Date(), JSON.stringify(change)];
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return { method: 'POST', headers, body };
}
