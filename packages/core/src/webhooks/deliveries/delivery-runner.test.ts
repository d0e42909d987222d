import { answer, eventually, forThisFile, idleQueues, startReceiver, type Receiver } from '@svc/testing';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';
import { MasterKeys } from '../../platform/crypto/master-keys.js';
import { createLogger } from '../../platform/logger.js';
import { LeaseMetrics } from '../../platform/metrics/lease-metrics.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { WorkRef } from '../../platform/queues/work-ref.js';
import { NO_TRACING } from '../../platform/tracing/trace.js';
import { DnsSource } from '../../platform/dns/dns-source.js';
import { HostNames } from '../../platform/dns/host-names.js';
import { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { DeliveryClaims } from './delivery-claims.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { DeliveryRunner } from './delivery-runner.js';
import type { Slot } from './endpoint-concurrency.js';
import { DeferredDeliveryStore } from './deferred-delivery-store.js';
import { WebhookSender, type SendOutcome } from '../sending/sender.js';
import { WebhookSecrets } from '../endpoints/webhook-secrets.js';

const logger = createLogger({ LOG_LEVEL: 'silent' }, 'test');
const LEASE_MS = 45_000;
/** From a sixth of the timeout on an endpoint is slow. */
const TIMEOUT_MS = 12_000;
const SLOW_MS = TIMEOUT_MS / 6 + 200;
/** For a busy machine. */
const patience = { timeoutMs: 45_000 };

const { database } = await forThisFile(openTestDatabase());
let sender: WebhookSender;
let receiver: Receiver;
let secrets: WebhookSecrets;
let claims: DeliveryClaims;
let store: DeferredDeliveryStore;
let runner: DeliveryRunner;

beforeAll(async () => {
  const policy = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
  sender = new WebhookSender({ policy, names: new HostNames(new DnsSource()), timeoutMs: TIMEOUT_MS });
  receiver = await startReceiver({ tls: false });
  secrets = new WebhookSecrets(new MasterKeys([randomBytes(32)]));
});

afterAll(() => Promise.all([sender.close(), receiver.close()]));

beforeEach(async () => {
  await sql('TRUNCATE webhooks, replays, deliveries, delivery_attempts, events');
  await sql(`INSERT INTO events (environment_id, id, type, object_id, body, epoch, xid)
             VALUES (1, 50, 'payment.pending', 1, '{}', 1, 1)`);
  claims = new DeliveryClaims(database, LEASE_MS);
  store = new DeferredDeliveryStore(database);
  const metrics = new Metrics();
  const measured = new DeliveryMetrics(metrics, new LeaseMetrics(metrics));
  const outcomes = new DeliveryOutcomes(database, 86_400_000);
  const retryDelays = { standard: [60_000], extended: [60_000] };
  const settings = { retryDelays, concurrency: 400, timeoutMs: TIMEOUT_MS };
  runner = new DeliveryRunner({
    claims,
    deferredStore: store,
    outcomes,
    sender,
    secrets,
    queues: { ...idleQueues, ready: false, feed: () => Promise.resolve(undefined) },
    settings,
    metrics: measured,
    tracing: NO_TRACING,
    logger,
  });
});

afterEach(() => runner.drain());

async function sql(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.dataSource.query<Record<string, unknown>[]>(text, [...values]);
}

/** As a job would. */
function take(refs: readonly WorkRef[]): void {
  runner.runner.jobs.take(refs);
}

async function count(where: string): Promise<number> {
  const [row] = await sql(`SELECT count(*)::int AS n FROM deliveries WHERE environment_id = 1 AND ${where}`);
  return Number(row?.['n']);
}

async function endpoints(from: number, to: number, enabled: boolean): Promise<void> {
  for (let id = from; id <= to; id += 1) {
    const { ciphertext, dataKey } = secrets.seal('a secret of theirs', '1', String(id));
    await sql(
      `INSERT INTO webhooks (environment_id, id, url, events, enabled, acknowledge_on, updated_at,
         secret_ciphertext, secret_data_key)
       VALUES (1, $1, $2, '{payment.pending}', $3, '200', now(), $4, $5)`,
      [id, `${receiver.url}/hook`, enabled, ciphertext, dataKey],
    );
  }
}

/** Deliveries to the endpoints from 10 on, in turn. */
function deliveries(from: number, to: number, dueAt: string, { among = 1, reason = 'NULL' } = {}): Promise<unknown> {
  return sql(`INSERT INTO deliveries (environment_id, id, event_id, webhook_id, type, status, due_at, reason, updated_at)
              SELECT 1, n, 50, 10 + n % ${among}, 'payment.pending', 'pending', ${dueAt}, ${reason}, now()
                FROM generate_series(${from}, ${to}) n`);
}

describe('a worker that was stopped after its claim', () => {
  it.each([
    ['sends nothing when the lease may end before the attempt, and gives it back', TIMEOUT_MS - 1, 0],
    ['sends while the lease outlasts the attempt', TIMEOUT_MS + 10_000, 1],
  ])('%s', async (_, leftMs, sent) => {
    await endpoints(10, 10, true);
    await deliveries(100, 100, 'now()');
    const before = receiver.requests.length;
    const [claimed] = await claims.claim([{ environmentId: 1, id: '100', webhookId: '10', eventId: '50' }]);
    if (claimed === undefined) throw new Error('it is not due');
    await runner.step({ ...claimed, leasedUntil: performance.now() + leftMs }, {} as Slot);
    expect(receiver.requests.length - before).toBe(sent);
    expect(await count(`attempts = ${sent} AND leased_until IS NULL`)).toBe(1);
    await sql(`UPDATE deliveries SET due_at = now() WHERE environment_id = 1 AND status = 'pending'`);
    await claims.claim([{ environmentId: 1, id: '100', webhookId: '10', eventId: '50' }]);
    expect(await count('lost_leases = 0')).toBe(1);
  });
});

describe.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a worker whose clock is ten minutes %s', (_, offMs) => {
  it('signs with the time of the database, and counts a date in Retry-After from it', async () => {
    await endpoints(10, 10, true);
    await deliveries(100, 100, 'now()');
    const asked = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 300_000);
    receiver.script('/hook', [answer(503, { headers: { 'Retry-After': asked.toUTCString() } })]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
    try {
      const [claimed] = await claims.claim([{ environmentId: 1, id: '100', webhookId: '10', eventId: '50' }]);
      if (claimed === undefined) throw new Error('it is not due');
      await runner.step(claimed, {} as Slot);
    } finally {
      vi.useRealTimers();
    }
    const { rawBody = '', headers = {} } = receiver.requests.at(-1) ?? {};
    const standard = new Webhook(Buffer.from('a secret of theirs', 'utf8').toString('base64'));
    standard.verify(rawBody, headers as Record<string, string>);
    const [delivery] = await sql('SELECT due_at FROM deliveries WHERE environment_id = 1 AND id = 100');
    const lateMs = Number(delivery?.['due_at']) - asked.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    // A fifth of jitter, and the duration of the attempt.
    expect(lateMs).toBeLessThan(65_000);
  });
});

describe('deliveries deferred while their endpoint was slow', () => {
  const DEFERRED = 1_500;

  const due = (id: number): WorkRef => ({ environmentId: 1, id: String(id), webhookId: '10', eventId: '50' });

  async function deliver(id: number): Promise<void> {
    take([due(id)]);
    await eventually(async () => expect(await count(`id = ${id} AND status = 'delivered'`)).toBe(1), patience);
  }

  /** The endpoint responds late to its first delivery, and then at once. */
  async function beSlow(): Promise<void> {
    await endpoints(10, 10, true);
    await deliveries(101, 102, 'now()');
    receiver.script('/hook', [answer(200, { delayMs: SLOW_MS })]);
    await deliver(101);
  }

  /** A sweep finds what other workers have deferred. */
  async function recover(): Promise<void> {
    await beSlow();
    await deliveries(1_001, 1_000 + DEFERRED, `now() + interval '1 hour'`, { reason: `'endpoint_busy'` });
    await deliver(102);
    await runner.sweep(0);
  }

  it('are all recalled and sent when it responds in time again', async () => {
    await recover();
    // Some may find the endpoint slow again, or stay unclaimed on a busy machine; the background task sends those.
    await eventually(async () => {
      await runner.sweep(0);
      expect(await count(`status = 'delivered'`)).toBe(2 + DEFERRED);
    }, patience);
  });

  it('are recalled if the worker that deferred them is gone and the endpoint has always responded in time', async () => {
    await endpoints(10, 10, true);
    await deliveries(101, 101, 'now()');
    await deliver(101);
    await deliveries(1_001, 1_300, `now() + interval '1 hour'`, { reason: `'endpoint_busy'` });
    await runner.sweep(0);
    await eventually(async () => expect(await count(`status = 'delivered'`)).toBe(1 + 300), patience);
  });

  it('are recalled if that is written only after the endpoint has recovered', async () => {
    await beSlow();
    const defer = store.defer.bind(store);
    const written = vi.spyOn(store, 'defer').mockImplementation(async (deferred) => {
      await eventually(async () => expect(await count(`status = 'delivered'`)).toBe(1 + 25), patience);
      return defer(deferred);
    });
    await deliveries(1_001, 1_300, 'now()');
    receiver.script('/hook', Array(25).fill(answer(200, { delayMs: 300 })));
    take(Array.from({ length: 300 }, (_, n) => due(1_001 + n)));
    await eventually(() => expect(written.mock.calls[0]?.[0]).toHaveLength(275));
    await eventually(async () => expect(await count(`status = 'delivered'`)).toBe(1 + 300), patience);
  });

  it('are recalled a few at a time if another worker has deferred them and the endpoint is slow', async () => {
    await beSlow();
    receiver.script('/hook', Array(25).fill(answer(200, { delayMs: SLOW_MS })));
    const recall = vi.spyOn(store, 'recall');
    await deliveries(1_001, 1_300, `now() + interval '1 hour'`, { reason: `'endpoint_busy'` });
    await runner.sweep(0);
    await eventually(async () => expect(await count(`status = 'delivered'`)).toBe(2 + 300), patience);
    const [environmentId, webhookId, from, most] = recall.mock.calls[0] ?? [];
    expect([environmentId, webhookId, from]).toEqual([1, '10', '1001']);
    expect(most).toBeLessThanOrEqual(25);
    expect(recall.mock.calls.every(([, , , most]) => most <= 100)).toBe(true);
  });

  it('are recalled only as far as there is room', async () => {
    await endpoints(10, 10, true);
    await deliveries(101, 101, 'now()');
    await deliver(101);
    await deliveries(1_001, 1_000 + DEFERRED, `now() + interval '1 hour'`, { reason: `'endpoint_busy'` });
    receiver.script('/hook', Array(200).fill(answer(200, { delayMs: SLOW_MS })));
    await runner.sweep(0);
    await eventually(async () => expect(await count(`status = 'delivered'`)).toBeGreaterThan(100), patience);
    expect(await count(`reason = 'endpoint_busy'`)).toBeGreaterThan(DEFERRED - 300);
  });

  it('are not recalled once the worker stops', async () => {
    const recall = store.recall.bind(store);
    let drained: Promise<void> | undefined;
    const recalled = vi.spyOn(store, 'recall').mockImplementation((...args) => {
      drained ??= runner.drain();
      return recall(...args);
    });
    await recover();
    await eventually(async () => {
      expect(await count(`reason = 'endpoint_busy'`)).toBe(DEFERRED - 50);
    }, patience);
    await drained;
    expect(recalled).toHaveBeenCalledTimes(1);
    // Another worker finds them due.
    const { refs } = await claims.due({ graceMs: 0, after: 0, environments: 1, rows: 2_000 });
    expect(refs).toHaveLength(50);
  });
});

it('an endpoint whose name does not resolve takes few places, like one that does not respond', async () => {
  await endpoints(10, 10, true);
  await deliveries(1_001, 1_100, 'now()');
  const waitingForNames: ((outcome: SendOutcome) => void)[] = [];
  const failed = { kind: 'error', error: 'dns_failure', detail: '', durationMs: 2_000, sent: false } as const;
  const send = vi.spyOn(sender, 'send').mockImplementation(() => {
    return new Promise((resolve) => waitingForNames.push(resolve));
  });
  await runner.sweep(0);
  await eventually(() => expect(waitingForNames).toHaveLength(10), patience);
  for (const fail of waitingForNames.splice(0)) fail(failed);
  await eventually(() => expect(waitingForNames).toHaveLength(5), patience);
  send.mockResolvedValue(failed);
  await eventually(async () => {
    // On a busy machine, some begin to wait later than others, or are due again before they are recalled; the background
    // task sends those.
    for (const fail of waitingForNames.splice(0)) fail(failed);
    await runner.sweep(0);
    expect(await count('attempts = 1')).toBe(100);
  }, patience);
  send.mockRestore();
});
