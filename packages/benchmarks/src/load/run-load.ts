import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAliveConnection } from './keep-alive-connection.js';
import { Latencies } from './latencies.js';
import type { LoadPlan, LoadReport } from './plan.js';
import { requestSource } from './traffic.js';

const QUOTED_CHARACTERS = 500;

/** Keeps one request in flight on every connection of the plan until it ends. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const source = requestSource(plan.traffic);
  const latencies = new Latencies();
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => KeepAliveConnection.open(plan.port)),
  );
  let errors = 0;
  let firstError: string | null = null;
  let sent = 0;
  const started = performance.now();
  const goesOn =
    'seconds' in plan.until ? endsAt(started + plan.until.seconds * 1_000) : endsAfter(plan.until.requests, () => sent);

  const keepBusy = async (connection: KeepAliveConnection): Promise<void> => {
    while (goesOn()) {
      const due = started + (sent * 1_000) / (plan.rate ?? Infinity);
      sent += 1;
      const waitMs = due - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const sentAt = performance.now();
      const { status, body } = await connection.send(source.next());
      latencies.add(performance.now() - sentAt);
      if (status === source.expectedStatus) continue;
      errors += 1;
      firstError ??= `${status}: ${body.toString('utf8', 0, QUOTED_CHARACTERS)}`;
    }
  };
  try {
    await Promise.all(connections.map(keepBusy));
  } finally {
    for (const connection of connections) connection.close();
  }

  const took = performance.now() - started;
  const [p50Ms = 0, p99Ms = 0, maxMs = 0] = latencies.percentiles([0.5, 0.99, 1]);
  const perSecond = Math.round(((latencies.count - errors) / took) * 1_000);
  return {
    requests: latencies.count,
    seconds: Math.round(took) / 1_000,
    perSecond,
    p50Ms,
    p99Ms,
    maxMs,
    errors,
    firstError,
  };
}

function endsAt(moment: number): () => boolean {
  return () => performance.now() < moment;
}

function endsAfter(requests: number, sent: () => number): () => boolean {
  return () => sent() < requests;
}
