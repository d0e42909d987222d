import { eventually, rowId, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const { stack, client } = await stackWithAccount({ worker: 0 });

const payment = { amount: { value: 100, currency: 'USD' }, metadata: { sandbox: 'hold' } };

/** The log line of the request with that response. */
function logged(answer: { headers: Headers }): Promise<Record<string, unknown>> {
  const requestId = answer.headers.get('request-id') ?? 'none';
  return eventually(() => {
    const line = stack.logs().find((each) => each.includes(requestId) && each.includes('"event":"request"'));
    expect(line).toBeDefined();
    return JSON.parse(line?.slice(line.indexOf('{')) ?? '') as Record<string, unknown>;
  });
}

async function tracesOf(publicId: unknown): Promise<unknown[]> {
  const rows = await stack.query('SELECT type, trace FROM events WHERE object_id = $1 ORDER BY id', [rowId(publicId)]);
  return rows.map(({ type, trace }) => [type, trace]);
}

describe('a traceparent', () => {
  it('is the trace of its request: in its log line, in the rows it writes and the events it causes', async () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };
    const created = await client.post('/v1/payments', payment, { headers });
    expect(await logged(created)).toMatchObject({ traceId: TRACE, status: 201 });
    const path = `/v1/payments/${String(created.body['id'])}`;
    const later = { traceparent: `00-${TRACE.replace('4', '5')}-${SPAN}-00` };
    await client.post(`${path}/reject`, undefined, { headers: later });
    expect(await tracesOf(created.body['id'])).toEqual([
      ['payment.pending', `${TRACE}-01`],
      ['payment.awaiting_approval', `${TRACE}-01`],
      ['payment.failed', `${TRACE.replace('4', '5')}-00`],
    ]);
  });

  it('belongs to each payment of a group commit and to the customer that it creates', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(32, 'a'));
    const created = await Promise.all(
      ids.map((id) => {
        const body = { ...payment, reference: id, customer: { email: `${id}@example.com` } };
        return client.post('/v1/payments', body, { headers: { traceparent: `00-${id}-${SPAN}-01` } });
      }),
    );
    for (const [index, { body }] of created.entries()) {
      const trace = `${ids[index]}-01`;
      expect(await tracesOf(body['id'])).toEqual([
        ['payment.pending', trace],
        ['payment.awaiting_approval', trace],
      ]);
      const customer = body['customer'] as { id: string };
      const [row] = await stack.query('SELECT trace FROM events WHERE object_id = $1', [customer.id.slice(5)]);
      expect(row).toEqual({ trace: `${ids[index]}-01` });
    }
  });

  it.each([
    ['none', {}],
    ['nonsense', { traceparent: 'nonsense' }],
    ['of zeros', { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` }],
    ['of 8,000 characters', { traceparent: 'x'.repeat(8_000) }],
    ['with an invalid version', { traceparent: `ff-${TRACE}-${SPAN}-01` }],
  ])('that is missing or malformed is ignored and a new trace starts (%s)', async (_, headers) => {
    const created = await client.post('/v1/payments', payment, { headers });
    expect(created.status).toBe(201);
    const { traceId } = await logged(created);
    expect(traceId).toMatch(/^(?!4bf9)(?!0{32})[0-9a-f]{32}$/);
    const trace = `${String(traceId)}-00`;
    expect(await tracesOf(created.body['id'])).toEqual([
      ['payment.pending', trace],
      ['payment.awaiting_approval', trace],
    ]);
  });

  it('is in the log line of a refused request, too', async () => {
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };
    expect(await logged(await stack.client().get('/v1/payments', { headers }))).toMatchObject({
      traceId: TRACE,
      status: 401,
    });
  });
});
