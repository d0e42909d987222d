import type { Options } from '../options.js';
import { createLimit, overLimit } from '../pgbench/create-limit.js';
import type { Cleanup } from '../processes/cleanup.js';
import { allRecorded, startDelivering, storedDeliveries } from '../receiver/delivering-service.js';
import type { Outcome } from '../result.js';
import type { Server } from '../server.js';

const FIRST_CREATES = 10_000;
const MUST = 0.25;

/** Creates payments over HTTP while each is delivered to an endpoint; compares with Postgres creating them alone. */
export async function runCreateDeliver(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections, customers } = options;
  const settings = { accounts: options.accounts, endpoints: 1 };
  const { databaseUrl, api, keys, receiver, generator, startWorker } = await startDelivering(settings, server, cleanup);
  await startWorker();
  const plan = {
    port: api.port,
    connections,
    traffic: { kind: 'create-payment', keys, customers, held: true },
  } as const;

  console.error(`create-deliver: the first ${FIRST_CREATES}, to warm up`);
  const first = await generator.run({ ...plan, until: { requests: FIRST_CREATES } });
  await allRecorded(databaseUrl);
  await receiver.received();
  const limitBefore = await createLimit(databaseUrl, seconds);
  console.error(`create-deliver: ${connections} connections, ${seconds} s`);
  const startedAt = Date.now();
  const load = await generator.run({ ...plan, until: { seconds } });
  const recordedAt = await allRecorded(databaseUrl);
  const received = await receiver.received();
  const limitAfter = await createLimit(databaseUrl, seconds);

  const created = load.requests - load.errors;
  const acknowledged = first.requests - first.errors + created;
  const perSecond = Math.round(created / ((recordedAt - startedAt) / 1_000));
  const stored = await storedDeliveries(databaseUrl);
  const failures = [first, load].flatMap(({ errors, firstError }) =>
    errors === 0 ? [] : [`${errors} responses were not 201, the first: ${firstError}`],
  );
  if (stored.delivered !== acknowledged || received.deliveries !== created) {
    failures.push(`${acknowledged} were created, ${created} of them measured; ${JSON.stringify({ stored, received })}`);
  }
  const measured = {
    name: 'create and deliver',
    what: 'POST /v1/payments, delivered and recorded',
    perSecond,
    must: MUST,
  };
  const { pgbenchOneStatementPerSecond, ratios, skipped } = overLimit(measured, limitBefore, limitAfter);
  return {
    figures: {
      create: load,
      perSecond,
      deliveredAfter: { p50Ms: received.p50Ms, p99Ms: received.p99Ms },
      secondsBehind: (recordedAt - startedAt) / 1_000 - load.seconds,
      pgbenchOneStatementPerSecond,
    },
    ratios,
    failures,
    skipped,
  };
}
