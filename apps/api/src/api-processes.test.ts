import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Metrics } from '@svc/core';
import { eventually, exchangeBytes, freePort, startStack, type Client, type Stack } from '@svc/testing';
import { afterEach, describe, expect, it } from 'vitest';

const open: Stack[] = [];

afterEach(() => Promise.all(open.splice(0).map((stack) => stack.close())));

async function started(env: Record<string, string>): Promise<Stack> {
  const stack = await startStack({ worker: 0, env });
  open.push(stack);
  return stack;
}

const amount = { value: 1000, currency: 'USD' };
const alone = { headers: { connection: 'close' } };

/** Pids of the API processes that have responded, without the supervising process. */
function serving(stack: Stack): number[] {
  const lines = stack.logs().filter((line) => line.includes('"event":"request"'));
  return [...new Set(lines.flatMap((line) => Number(/"pid":(\d+)/.exec(line)?.[1])))];
}

async function keyOf(stack: Stack): Promise<string> {
  return (await stack.createAccount('enterprise')).testKey;
}

async function answeredByAll(client: Client, stack: Stack, count: number): Promise<number[]> {
  const all = async (): Promise<number[]> => {
    await client.get('/v1/payments', alone);
    const pids = serving(stack);
    expect(pids.length).toBeGreaterThanOrEqual(count);
    return pids;
  };
  // A replacement process has to boot first.
  return eventually(all, { timeoutMs: 30_000 });
}

describe('several API processes', () => {
  it('report summed metrics, and keep the counts of a process that dies', async () => {
    const stack = await started({ API_PROCESSES: '2' });
    const client = stack.client(await keyOf(stack));
    const [victim = 0] = await answeredByAll(client, stack, 2);
    expect(victim).not.toBe(stack.api[0]?.pid);
    const lists = /^svc_http_requests_total\{operation="listPayments",method="GET",status="200"\} (\d+)$/m;
    const counted = async (): Promise<number> => Number(lists.exec((await client.get('/metrics', alone)).text)?.[1]);
    // The supervising process counts as well: each of the three has the same file limit as this one.
    const files = (await new Metrics().watchProcess().families()).find(({ name }) => name === 'process_max_fds');
    const told = /^process_max_fds (.*)$/m.exec((await client.get('/metrics', alone)).text)?.[1];
    expect(Number(told)).toBe(3 * Number(files?.values[0]?.value));
    const before = await counted();
    expect(before).toBeGreaterThanOrEqual(2);
    expect(await counted()).toBe(before);
    process.kill(victim, 'SIGKILL');
    await eventually(() => expect(stack.logs().join('\n')).toContain('api_process_died'));
    for (let n = 0; n < 10; n += 1) expect((await client.get('/v1/payments', alone)).status).toBe(200);
    expect(await counted()).toBe(before + 10);
    expect(await answeredByAll(client, stack, 3)).toHaveLength(3);
    expect(stack.api[0]?.exit).toBeUndefined();
  });

  it('share one port; the others serve while one hangs, and a dead one is replaced', async () => {
    const stack = await started({ API_PROCESSES: '2' });
    const client = stack.client(await keyOf(stack));
    const [victim = 0] = await answeredByAll(client, stack, 2);
    expect(victim).not.toBe(stack.api[0]?.pid);
    process.kill(victim, 'SIGSTOP');
    // Only the connection that was assigned to the hung process waits.
    let answered = 0;
    const count = (): unknown => (answered += 1);
    for (let n = 0; n < 10; n += 1) void client.get('/v1/payments', alone).then(count, () => {});
    await eventually(() => expect(answered).toBeGreaterThanOrEqual(9));
    process.kill(victim, 'SIGKILL');
    await eventually(() => expect(stack.logs().join('\n')).toContain('api_process_died'));
    for (let n = 0; n < 10; n += 1) expect((await client.get('/v1/payments', alone)).status).toBe(200);
    expect(await answeredByAll(client, stack, 3)).toHaveLength(3);
    expect(stack.api[0]?.exit).toBeUndefined();
  });

  it.concurrent('time out slow connections as a single process does', async ({ onTestFinished }) => {
    const stack = await startStack({ worker: 0, env: { API_PROCESSES: '2' } });
    onTestFinished(() => stack.close());
    const asked = performance.now();
    const slow = await Promise.all(
      [1, 2].map(() => exchangeBytes(stack.apiUrl, 'GET /healthz HTTP/1.1\r\nHost: api\r\n')),
    );
    for (const { text } of slow) expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(performance.now() - asked).toBeLessThan(15_000);
  });

  it.concurrent('finish their requests on SIGTERM, and are replaced', async ({ onTestFinished }) => {
    const stack = await startStack({ worker: 0, env: { API_PROCESSES: '2' } });
    onTestFinished(() => stack.close());
    const client = stack.client(await keyOf(stack));
    const [chosen = 0] = await answeredByAll(client, stack, 2);
    process.kill(chosen, 'SIGTERM');
    await eventually(
      async () => {
        expect((await client.get('/v1/payments', alone)).status).toBe(200);
        expect(serving(stack)).toHaveLength(3);
      },
      { timeoutMs: 15_000 },
    );
    await eventually(() => expect(stack.logs().join('\n')).toContain('exit code 0'));
  });

  it('report that the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(startStack({ worker: 0, env: { API_PROCESSES: '2', PORT: String(port) } })).rejects.toThrow(
      /EADDRINUSE|the port is taken/,
    );
    taken.close();
  });

  it.each(['1', '2'])('name the HOST that is not of this machine (%s processes)', async (processes) => {
    // Of a range for documents: no machine has it.
    const HOST = '203.0.113.7';
    const PORT = String(await freePort());
    await expect(startStack({ worker: 0, env: { API_PROCESSES: processes, HOST, PORT } })).rejects.toThrow(
      /cannot listen on HOST=203\.0\.113\.7 and PORT=\d+: \w+ EADDRNOTAVAIL/,
    );
  });
});

describe.each(['1', '2'])('SIGTERM with %s API process(es)', (processes) => {
  it('row 5: finishes requests in flight, accepts no new ones, exits with 0', async () => {
    const stack = await started({ API_PROCESSES: processes });
    const key = await keyOf(stack);
    const client = stack.client(key);
    const { port } = new URL(stack.apiUrl);
    // Without a worker, ?wait keeps these requests open.
    const waiting = Array.from({ length: 8 }, (_, n) =>
      client.post('/v1/payments?wait=20', { amount, reference: `waits-${n}` }),
    );
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    await eventually(async () => {
      const [row] = await stack.query(`SELECT count(*)::int AS n FROM payments WHERE reference LIKE 'waits-%'`);
      expect(row?.['n']).toBe(8);
    });

    const asked = performance.now();
    const stopped = stack.api[0]?.stop();
    const answers = await Promise.all(waiting);
    // ?wait ends as well, so that clients can go elsewhere.
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(answers.map(({ status, body }) => [status, body['status']])).toEqual(Array(8).fill([201, 'pending']));
    expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(Array(8).fill('close'));
    await expect(stopped).resolves.toEqual({ code: 0, signal: null });
    await expect(client.get('/healthz')).rejects.toThrow();
    if (!idle.closed) await once(idle, 'close');
  });

  it('row 5: responds on every accepted connection under a steady load of new ones', async () => {
    const stack = await started({ API_PROCESSES: processes });
    const key = await keyOf(stack);
    const body = JSON.stringify({ amount });
    const request = [
      'POST /v1/payments HTTP/1.1\r\nHost: api\r\nConnection: close\r\nContent-Type: application/json',
      `Authorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ].join('\r\n');
    const outcomes: string[] = [];
    const knock = async (): Promise<void> => {
      for (let refused = false; !refused;) {
        const { text, connected, error } = await exchangeBytes(stack.apiUrl, request);
        refused = !connected && error === 'ECONNREFUSED';
        const status = /^HTTP\/1.1 (\d+)/.exec(text)?.[1];
        outcomes.push(refused ? 'refused' : (status ?? `lost (${error})`));
      }
    };
    const load = Array.from({ length: 12 }, knock);
    await eventually(() => expect(outcomes.length).toBeGreaterThan(50));
    const asked = performance.now();
    const stopped = stack.api[0]?.stop();
    await Promise.all(load);
    const lost = outcomes.filter((outcome) => outcome !== '201' && outcome !== 'refused');
    // A connection that no process had accepted is closed or reset without being read.
    expect(lost.filter((outcome) => !/^lost \((ECONNRESET|EPIPE|undefined)\)$/.test(outcome))).toEqual([]);
    await expect(stopped).resolves.toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(35_000);
    const [row] = await stack.query('SELECT count(*)::int AS n FROM payments');
    expect(row?.['n']).toBe(outcomes.filter((outcome) => outcome === '201').length);
  });

  it('responds 503 on /readyz over connections that are still open', async () => {
    const stack = await started({ API_PROCESSES: processes });
    const socket = connect(Number(new URL(stack.apiUrl).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(socket, 'connect');
    await stack.client().get('/healthz', alone);
    const stopped = stack.api[0]?.stop();
    const reasons = Number(processes) === 1 ? 1 : 3;
    await eventually(() => expect(stack.logs().filter((line) => line.includes('"closing"'))).toHaveLength(reasons));
    socket.write('GET /readyz HTTP/1.1\r\nHost: api\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 503 /);
    expect(text).toMatch(/^Connection: close/im);
    await expect(stopped).resolves.toEqual({ code: 0, signal: null });
  });
});
