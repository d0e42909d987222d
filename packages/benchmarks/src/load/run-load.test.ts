import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { runLoad } from './run-load.js';

describe('a load', () => {
  let server: Server | undefined;

  afterEach(() => server?.close());

  const listen = async (listener: RequestListener): Promise<number> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  it('sends the requested number of requests, rotating keys, with a new customer each', async () => {
    const keys: (string | undefined)[] = [];
    const emails = new Set<string>();
    const port = await listen((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const payment = JSON.parse(body) as { customer: { email: string } };
        keys.push(request.headers.authorization);
        emails.add(payment.customer.email);
        const answer = JSON.stringify({ id: 'pay_1' });
        response.writeHead(201, { 'Content-Length': answer.length });
        // In two chunks, as the network may deliver it.
        response.write(answer.slice(0, 5));
        setImmediate(() => response.end(answer.slice(5)));
      });
    });
    const traffic = { kind: 'create-payment', keys: ['sk_live_a', 'sk_live_b'], customers: 'unique' } as const;
    const report = await runLoad({ port, connections: 4, until: { requests: 20 }, traffic });

    expect(report).toMatchObject({ requests: 20, errors: 0, firstError: null });
    expect(emails.size).toBe(20);
    expect(keys.filter((key) => key === 'Bearer sk_live_a')).toHaveLength(10);
    expect(keys.filter((key) => key === 'Bearer sk_live_b')).toHaveLength(10);
  });

  it('reads the paths in turn, each with its key', async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(200, { 'Content-Length': 2 }).end('{}');
    });
    const requests = [
      { key: 'sk_test_a', path: '/v1/payments/pay_1' },
      { key: 'sk_test_b', path: '/v1/payments?limit=20' },
    ];
    await runLoad({ port, connections: 1, until: { requests: 3 }, traffic: { kind: 'read', requests } });
    const [a, b] = ['GET /v1/payments/pay_1 Bearer sk_test_a', 'GET /v1/payments?limit=20 Bearer sk_test_b'];
    expect(asked).toEqual([a, b, a]);
  });

  it('sends messages with a payload of the usual size and a new id each', async () => {
    const bodies: string[] = [];
    const port = await listen((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(`${request.headers['x-token']} ${body}`);
        response.writeHead(202, { 'Content-Length': 2 }).end('{}');
      });
    });
    const traffic = {
      kind: 'message',
      path: '/messages',
      headers: { 'X-Token': 'secret' },
      body: '{"id":"{{id}}","payload":{{payload}}}',
      expectedStatus: 202,
    } as const;
    expect(await runLoad({ port, connections: 1, until: { requests: 2 }, traffic })).toMatchObject({ errors: 0 });
    const messages = bodies.map((body) => JSON.parse(body.replace('secret ', '')) as { id: string; payload: object });
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    for (const { payload } of messages) {
      expect(payload).toMatchObject({ sentAt: expect.any(Number) as number });
      expect(JSON.stringify(payload).length).toBeGreaterThan(700);
      expect(JSON.stringify(payload).length).toBeLessThan(800);
    }
  });

  it('sends at the rate of the plan, however fast the answers are', async () => {
    const port = await listen((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Length': 2 }).end('{}');
    });
    const plan = { port, connections: 8, rate: 100, until: { requests: 31 }, traffic: { kind: 'json' } } as const;
    const report = await runLoad(plan);
    expect(report.requests).toBe(31);
    expect(report.seconds).toBeGreaterThanOrEqual(0.295);
  });

  it('counts unexpected responses and quotes the first', async () => {
    const port = await listen((request, response) => {
      request.resume();
      response.writeHead(503, { 'Content-Length': 4 }).end('busy');
    });
    const report = await runLoad({ port, connections: 2, until: { requests: 6 }, traffic: { kind: 'json' } });
    expect(report).toMatchObject({ requests: 6, errors: 6, perSecond: 0, firstError: '503: busy' });
  });

  it('fails when the server closes the connection', async () => {
    const port = await listen((request) => request.socket.destroy());
    const load = runLoad({ port, connections: 1, until: { seconds: 1 }, traffic: { kind: 'json' } });
    await expect(load).rejects.toThrow(/closed the connection|ECONNRESET/);
  });
});
