import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoadGenerator } from '../load/load-generator.js';
import type { LoadReport, MessageTraffic } from '../load/plan.js';
import { UsageError, type Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { millisecondsEach, processorSeconds, processorTime } from '../processes/processor-time.js';
import { allRecorded, startDelivering } from '../receiver/delivering-service.js';
import { startReceiver, type Received, type Receiver } from '../receiver/receiver.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

const FIRST_MESSAGES = 2_000;
const MUST = 1.5;
const POLL_MS = 100;
/** The sink is complete once nothing has arrived for this long. */
const QUIET_MS = 10_000;

/** Another webhook server that runs on this machine, with the sink registered as its endpoint. */
interface Target {
  readonly name: string;
  /** Where a message is posted, on 127.0.0.1. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of an accepted message; 202 by default. */
  readonly status?: number;
  /** The port of the sink, as registered. */
  readonly sinkPort: number;
  /** Processes whose processor time counts, with their descendants. */
  readonly pids?: readonly number[];
}

/** Messages accepted and delivered, of one server. */
interface Throughput {
  readonly accepted: LoadReport;
  readonly deliveredPerSecond: number;
  readonly deliveredAfter: { readonly p50Ms: number; readonly p99Ms: number };
  /** Processor milliseconds of server and stores for one message. */
  readonly processorMilliseconds: number | null;
}

/** Drives another webhook server and this service with the same load and the same sink, one after the other. */
export async function runPeers(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const target = await readTarget(options.targetConfig);
  console.error(`peers: ${target.name}`);
  const theirs = await measureTarget(target, options, cleanup);
  console.error('peers: this service');
  const ours = await measureOurs(options, server, cleanup);
  return {
    figures: { target: target.name, theirs, ours },
    ratios: [
      ratio(
        `messages delivered over ${target.name}`,
        { what: 'payments created and delivered', perSecond: ours.deliveredPerSecond },
        { what: `messages accepted and delivered by ${target.name}`, perSecond: theirs.deliveredPerSecond },
        MUST,
      ),
    ],
    failures: [theirs, ours].flatMap(({ accepted: { errors, firstError } }) =>
      errors === 0 ? [] : [`${errors} messages were refused, the first: ${firstError}`],
    ),
    skipped: [],
  };
}

async function readTarget(path: string | undefined): Promise<Target> {
  if (path === undefined) throw new UsageError('peers needs --target-config <file>');
  const target = JSON.parse(await readFile(path, 'utf8')) as Partial<Target>;
  const { name, url, body, sinkPort } = target;
  if (name === undefined || url === undefined || body === undefined || sinkPort === undefined) {
    throw new UsageError(`${path} needs name, url, body and sinkPort`);
  }
  if (!body.includes('{{payload}}')) throw new UsageError(`body in ${path} needs {{payload}}`);
  return { ...target, name, url, body, sinkPort };
}

async function measureTarget(target: Target, options: Options, cleanup: Cleanup): Promise<Throughput> {
  const { connections, seconds } = options;
  const receiver = await startReceiver(0, cleanup, target.sinkPort);
  const generator = await startLoadGenerator(cleanup);
  const { port, pathname, search } = new URL(target.url);
  const traffic: MessageTraffic = {
    kind: 'message',
    path: pathname + search,
    headers: target.headers ?? {},
    body: target.body,
    expectedStatus: target.status ?? 202,
  };
  const plan = { port: Number(port), connections, traffic };
  const first = await generator.run({ ...plan, until: { requests: FIRST_MESSAGES } });
  await arrived(receiver, first.requests - first.errors);
  await receiver.received();
  const before = await processorSeconds(target.pids ?? []);
  const startedAt = Date.now();
  const accepted = await generator.run({ ...plan, until: { seconds } });
  const received = await arrived(receiver, accepted.requests - accepted.errors);
  const after = await processorSeconds(target.pids ?? []);
  const used = before === null || after === null || target.pids === undefined ? null : after - before;
  return throughput(accepted, received, startedAt, used);
}

async function measureOurs(options: Options, server: Server, cleanup: Cleanup): Promise<Throughput> {
  const { connections, seconds, customers } = options;
  const settings = { accounts: options.accounts, endpoints: 1 };
  const service = await startDelivering(settings, server, cleanup);
  const { databaseUrl, backends, api, keys, receiver, generator } = service;
  const worker = await service.startWorker();
  const traffic = { kind: 'create-payment', keys, customers, held: true } as const;
  const plan = { port: api.port, connections, traffic };
  await generator.run({ ...plan, until: { requests: FIRST_MESSAGES } });
  await allRecorded(databaseUrl);
  await receiver.received();
  const before = await processorTime(backends, api, worker);
  const startedAt = Date.now();
  const accepted = await generator.run({ ...plan, until: { seconds } });
  await allRecorded(databaseUrl);
  const after = await processorTime(backends, api, worker);
  const received = await receiver.received();
  const used = before === null || after === null ? null : millisecondsEach(before, after, 1).all / 1_000;
  return throughput(accepted, { ...received, causeP50Ms: received.p50Ms, causeP99Ms: received.p99Ms }, startedAt, used);
}

function throughput(accepted: LoadReport, received: Received, startedAt: number, used: number | null): Throughput {
  const { deliveries, lastAt, causeP50Ms, causeP99Ms } = received;
  return {
    accepted,
    deliveredPerSecond: Math.round(deliveries / ((lastAt - startedAt) / 1_000)),
    deliveredAfter: { p50Ms: causeP50Ms, p99Ms: causeP99Ms },
    processorMilliseconds: used === null ? null : Math.round((used / deliveries) * 1e6) / 1e3,
  };
}

/** Waits for this number of deliveries, or until no more arrive. */
async function arrived(receiver: Receiver, expected: number): Promise<Received> {
  let received = await receiver.soFar();
  let changedAt = performance.now();
  while (received.deliveries < expected) {
    if (performance.now() > changedAt + QUIET_MS) {
      console.error(`peers: only ${received.deliveries} of ${expected} arrived`);
      break;
    }
    await sleep(POLL_MS);
    const next = await receiver.soFar();
    if (next.deliveries > received.deliveries) changedAt = performance.now();
    received = next;
  }
  return received;
}
