import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../platform/metrics/metrics.js';
import { NO_TRACING } from '../../platform/tracing/trace.js';
import type { WorkQueues } from '../../platform/queues/work-queues.js';
import { CreateMetrics, PaymentBatches } from './payment-batches.js';
import type { NewPayment, PaymentWriter } from './payment-writer.js';

const payment = {} as NewPayment;

/** Batches whose writer fails with `error`, or hangs without one; `asked` collects the batch sizes. */
function failing(error: Error | undefined): { batches: PaymentBatches; asked: number[] } {
  const asked: number[] = [];
  const create: PaymentWriter['create'] = (batch) => {
    asked.push(batch.length);
    return error === undefined ? new Promise(() => {}) : Promise.reject(error);
  };
  const queues = { add: () => Promise.resolve() };
  const batches = new PaymentBatches({
    writer: { create } as unknown as PaymentWriter,
    queues: queues as unknown as WorkQueues,
    metrics: new CreateMetrics(new Metrics()),
    tracing: NO_TRACING,
    logger: pino({ level: 'silent' }),
  });
  return { batches, asked };
}

async function outcomes(batches: PaymentBatches, count: number): Promise<unknown[]> {
  const created = Array.from({ length: count }, () => batches.create(payment));
  return (await Promise.allSettled(created)).map((result) =>
    result.status === 'rejected' ? result.reason : 'created',
  );
}

describe('a batch of payments', () => {
  it.each([
    ['the connection is lost', 'Connection terminated unexpectedly', undefined],
    ['Postgres ends the session', 'terminating connection due to administrator command', '57P01'],
    ['no connection is available', 'too many statements wait for a connection', '53300'],
  ])('is written only once when %s', async (_, message, code) => {
    const error = Object.assign(new Error(message), { code });
    const { batches, asked } = failing(error);
    expect(await outcomes(batches, 12)).toEqual(Array(12).fill(error));
    // Two single batches in flight, then the ten that arrived meanwhile. Nothing is retried.
    expect(asked).toEqual([1, 1, 10]);
  });

  it('is split into single payments when a row lock times out', async () => {
    const { batches, asked } = failing(Object.assign(new pg.DatabaseError('lock', 4, 'error'), { code: '55P03' }));
    await outcomes(batches, 12);
    expect(asked).toEqual([1, 1, 10, ...Array<number>(10).fill(1)]);
  });

  it('refuses a payment when the queue is full', async () => {
    const { batches } = failing(undefined);
    // These are rejected too, after the longest wait.
    for (let n = 0; n < 1_002; n += 1) batches.create(payment).catch(() => {});
    await expect(batches.create(payment)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
