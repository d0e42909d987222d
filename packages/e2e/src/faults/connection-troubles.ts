import { setTimeout as sleep } from 'node:timers/promises';
import {
  createClient,
  randomly,
  signedCallback,
  type ReferenceAcquirer,
  type Stack,
  type StripeDouble,
} from '@svc/testing';

const DELIVERIES = ['once', 'once', 'twice', 'reversed', 'dropped', 'forged'] as const;
const EVENTS_EVERY_MS = 400;
const DOWN_MS = 2_000;

interface ConnectionTroublesParts {
  readonly stack: Stack;
  readonly acquirer: ReferenceAcquirer;
  readonly stripe: StripeDouble;
  readonly key: string;
  readonly gatewayId: string;
  readonly stripeId: string;
  /** The callback URLs of the gateway connections: of the account, and of another account. */
  readonly callbackUrls: { readonly own: string; readonly other: string };
  readonly seed: number;
}

/** What happens to connections and their processors meanwhile. */
export class ConnectionTroubles {
  readonly met: Record<string, number> = {};
  readonly wronglyAccepted: string[] = [];
  private readonly random: () => number;
  private isOver = false;

  constructor(private readonly parts: ConnectionTroublesParts) {
    this.random = randomly(parts.seed);
  }

  /** Goes through all troubles in turn, each for a while. */
  async shake(rounds: number): Promise<void> {
    const troubles = Object.entries(this.troubles());
    for (let round = 0; round < rounds; round++) {
      const [name, trouble] = troubles[round % troubles.length] ?? ['none', () => Promise.resolve()];
      this.met[name] = (this.met[name] ?? 0) + 1;
      await trouble();
      await sleep(200 + this.random() * 600);
    }
  }

  /** In an order in which payments go from each processor to the other one. */
  private troubles(): Readonly<Record<string, () => Promise<void>>> {
    const { acquirer, stripe, stack, gatewayId, stripeId } = this.parts;
    return {
      gatewayDown: () => this.between(acquirer.kill.bind(acquirer), acquirer.start.bind(acquirer), DOWN_MS),
      stripeFirst: () => this.order(stripeId, gatewayId),
      stripeDown: () => this.between(stripe.close.bind(stripe), stripe.start.bind(stripe), DOWN_MS),
      stripeRevoked: () => this.between(this.revokeStripe.bind(this), this.renewStripe.bind(this)),
      stripeDisabled: () => this.disable(stripeId),
      gatewayRevoked: () => this.between(acquirer.revokeKey.bind(acquirer, true), this.renewGateway.bind(this)),
      gatewayFirst: () => this.order(gatewayId, stripeId),
      gatewayDisabled: () => this.disable(gatewayId),
      foreignCallbacks: () => this.callFromElsewhere(),
      workerKilled: () => this.between(stack.killWorker.bind(stack, undefined), () => this.startWorker()),
    };
  }

  private async startWorker(): Promise<void> {
    await this.parts.stack.startWorker();
  }

  /** Delivers the events of Stripe: doubled, in reverse order, forged, or not at all, and to the other account as well. */
  async deliverEvents(): Promise<void> {
    while (!this.isOver) {
      await sleep(EVENTS_EVERY_MS);
      const how = DELIVERIES[Math.floor(this.random() * DELIVERIES.length)] ?? 'once';
      const statuses = await this.parts.stripe.events.deliver(how).catch(() => []);
      if (how === 'forged' && statuses.some((status) => status < 400)) this.wronglyAccepted.push('a forged event');
    }
  }

  end(): void {
    this.isOver = true;
  }

  private async between(begin: () => void | Promise<void>, end: () => void | Promise<void>, ms = 800): Promise<void> {
    await begin();
    await sleep(ms * (0.5 + this.random()));
    await end();
  }

  private revokeStripe(): void {
    this.parts.stripe.keyState = 'revoked';
  }

  private async renewGateway(): Promise<void> {
    await this.parts.acquirer.revokeKey(false);
    await this.change(this.parts.gatewayId, { credentials: this.parts.acquirer.credentials });
  }

  private async renewStripe(): Promise<void> {
    this.parts.stripe.keyState = 'valid';
    await this.change(this.parts.stripeId, { credentials: { secretKey: this.parts.stripe.secretKey } });
  }

  private disable(id: string): Promise<void> {
    const set = (enabled: boolean) => () => this.change(id, { enabled });
    return this.between(set(false), set(true), 1_500);
  }

  private async order(first: string, second: string): Promise<void> {
    await this.change(first, { priority: 1 });
    await this.change(second, { priority: 2 });
  }

  /** Repeated until the processor, which has faults, confirms the credentials. */
  private async change(id: string, change: object): Promise<void> {
    const { stack, key } = this.parts;
    for (;;) {
      const answer = await createClient(stack.apiUrl, key)
        .send('PATCH', `/v1/processors/${id}`, change)
        .catch(() => undefined);
      if (answer?.status === 200) return;
      await sleep(200);
    }
  }

  /** Callbacks about payments of the account with the key of another, and at the connection of another account. */
  private async callFromElsewhere(): Promise<void> {
    const { stack, acquirer, callbackUrls } = this.parts;
    const rows = await stack.query(
      `SELECT environment_id, id::text AS id, operation FROM payment_attempts WHERE processor LIKE 'http:%' ORDER BY id DESC LIMIT 5`,
    );
    for (const { environment_id: environment, id, operation } of rows) {
      const reference = `00-${String(environment)}-${String(id)}`;
      const change = { reference, operation: operation as Change['operation'], status: 'approved' } as const;
      const forged = await call(callbackUrls.own, change, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
      if (forged < 400) this.wronglyAccepted.push('a forged callback');
      const misled = await call(callbackUrls.other, change, acquirer.callbackSecret);
      if (misled < 400) this.wronglyAccepted.push("a callback at another account's connection");
    }
  }
}

type Change = Parameters<typeof signedCallback>[0];

async function call(url: string, change: Change, secret: string): Promise<number> {
  return fetch(url, signedCallback(change, secret)).then(
    ({ status }) => status,
    () => 503,
  );
}
