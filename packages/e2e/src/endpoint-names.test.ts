import { readFileSync } from 'node:fs';
import {
  createClient,
  eventually,
  startNameServer,
  startReceiver,
  startStack,
  type Client,
  type NameReply,
  type NameServer,
  type ProcessHandle,
  type Receiver,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const amount = { value: 1000, currency: 'USD' };
const here: NameReply = { addresses: ['127.0.0.1'], ttl: 60 };

let names: NameServer;
let receiver: Receiver;
let replies: Record<string, NameReply>;

beforeAll(async () => {
  [names, receiver] = await Promise.all([startNameServer(), startReceiver({ tls: false })]);
  names.respond(({ name, type }) => replies[`${name} ${type}`] ?? replies[name] ?? 'nxdomain');
});

afterAll(() => Promise.all([names.close(), receiver.close()]));

async function register(client: Client, host: string): Promise<{ status: number; id: string; body: unknown }> {
  const url = `http://${host}:${receiver.port}/${host}`;
  const { status, body } = await client.post('/v1/webhooks', { url, events: ['payment.pending'] });
  return { status, id: String(body['id']), body };
}

const arrived = (host: string) => receiver.requests.filter(({ path }) => path === `/${host}`).length;

describe('with configured name servers', () => {
  let stack: Stack;
  let client: Client;

  beforeAll(async () => {
    stack = await startStack({ env: { WEBHOOK_DNS_SERVERS: names.address, WEBHOOK_RETRY_DELAYS: '300ms' } });
    client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
  });

  afterAll(() => stack.close());

  it('endpoints are resolved by them', async () => {
    replies = { 'shop.test': here };
    expect(await register(client, 'shop.test')).toMatchObject({ status: 201 });
    await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    await eventually(() => expect(arrived('shop.test')).toBe(1));
  });

  it('a test resolves again, without the cache', async () => {
    replies = { 'late.test': 'silent' };
    const { status, id } = await register(client, 'late.test');
    expect(status).toBe(201);
    const test = () => client.post(`/v1/webhooks/${id}/test`);
    expect((await test()).body).toMatchObject({
      delivered: false,
      error: { code: 'dns_failure', detail: 'no name server answered for late.test within 2 s' },
    });
    replies = { 'late.test': here };
    expect((await test()).body).toMatchObject({ delivered: true });
  });

  it('row 23: addresses are checked at registration and again at connection', async () => {
    replies = { 'mixed.test': { addresses: ['127.0.0.1', '10.0.0.1'] }, 'rebound.test': here };
    replies['split.test A'] = here;
    replies['split.test AAAA'] = { addresses: ['fd00:ec2::254'] };
    const refused = { status: 422, body: { errors: [{ pointer: '/url', code: 'forbidden_url' }] } };
    expect(await register(client, 'mixed.test')).toMatchObject(refused);
    expect(await register(client, 'split.test')).toMatchObject(refused);
    const { status, id } = await register(client, 'rebound.test');
    expect(status).toBe(201);
    replies = { 'rebound.test': { addresses: ['10.0.0.1'] } };
    const { body } = await client.post(`/v1/webhooks/${id}/test`);
    expect(body).toMatchObject({ delivered: false, error: { code: 'blocked_address' } });
    expect(arrived('rebound.test')).toBe(0);
  });
});

describe('WEBHOOK_DNS=system', () => {
  /** The child processes of a process. */
  function children({ pid }: ProcessHandle): number[] {
    const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    return text.split(' ').map(Number).filter(Boolean);
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  it('resolves in a child process, which is replaced when it dies and ends with the service', async () => {
    const stack = await startStack({ env: { WEBHOOK_DNS: 'system' } });
    const client = createClient(stack.apiUrl, (await stack.createAccount('enterprise')).testKey);
    const [api] = stack.api;
    if (api === undefined) throw new Error('no API runs');
    const { id } = await register(client, 'localhost');
    await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    await eventually(() => expect(arrived('localhost')).toBe(1));
    const [first = 0, ...others] = children(api);
    expect(others).toEqual([]);

    process.kill(first, 'SIGKILL');
    await eventually(() => expect(isAlive(first)).toBe(false));
    expect((await client.post(`/v1/webhooks/${id}/test`)).body).toMatchObject({ delivered: true });
    const [second = 0] = children(api);
    expect(isAlive(second)).toBe(true);
    await stack.close();
    await eventually(() => expect(isAlive(second)).toBe(false));
  });
});
