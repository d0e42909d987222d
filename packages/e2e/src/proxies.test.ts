import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  certificateAuthority,
  createClient,
  eventually,
  startStack,
  type Account,
  type CertificateAuthority,
  type Stack,
  freePort,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const amount = { value: 1000, currency: 'USD' };
const isThere = (program: string, option: string): boolean =>
  Boolean(process.env['CI']) || spawnSync(program, [option]).status === 0;

interface Files {
  readonly folder: string;
  readonly cert: string;
  readonly key: string;
}

interface Ports {
  readonly http: number;
  readonly https: number;
  readonly api: number;
}

interface Proxy {
  readonly name: string;
  readonly isInstalled: boolean;
  /** Writes the example with the ports of a test, and returns the command that runs it. */
  command(files: Files, ports: Ports): Promise<[string, ...string[]]>;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    isInstalled: isThere('nginx', '-v'),
    command: async ({ folder, cert, key }, { http, https, api }) => {
      const example = await exampleOf('nginx.conf', [
        ['127.0.0.1:3000', `127.0.0.1:${api}`],
        ['listen 80;', `listen 127.0.0.1:${http};`],
        ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
        ['https://$host$request_uri', `https://$host:${https}$request_uri`],
        ['/etc/ssl/svc-payments/fullchain.pem', cert],
        ['/etc/ssl/svc-payments/privkey.pem', key],
      ]);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const config = `daemon off; pid ${folder}/nginx.pid; error_log stderr;
        events {} http { access_log off; ${temporary.join(' ')} ${example} }`;
      await writeFile(join(folder, 'nginx.conf'), config);
      return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
    },
  },
  {
    name: 'Caddyfile',
    isInstalled: isThere('caddy', 'version'),
    command: async ({ folder, cert, key }, { http, https, api }) => {
      const example = await exampleOf('Caddyfile', [
        ['127.0.0.1:3000', `127.0.0.1:${api}`],
        ['pay.example.com {', `https://localhost {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`],
      ]);
      const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`;
      await writeFile(join(folder, 'Caddyfile'), options + example);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    },
  },
];

/** An example of deploy/proxy, with what a test must change. */
async function exampleOf(name: string, changes: readonly (readonly [string, string])[]): Promise<string> {
  const example = await readFile(`deploy/proxy/${name}`, 'utf8');
  return changes.reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`${name} does not contain ${before}`);
    return changed.replaceAll(before, after);
  }, example);
}

let stack: Stack;
let account: Account;
let authority: CertificateAuthority;

beforeAll(async () => {
  authority = await certificateAuthority();
  stack = await startStack({
    env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://localhost', EVENT_STREAM_HEARTBEAT: '1s' },
  });
  account = await stack.createAccount('enterprise');
});

afterAll(async () => {
  await stack?.close();
  await authority?.release();
});

interface RunningProxy {
  readonly ports: Ports;
  stop(): Promise<void>;
}

/** Starts the example in front of the API at this port, and waits until it answers. */
async function run({ command }: Proxy, api: number): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-proxy-'));
  await chmod(folder, 0o755);
  const files = { folder, cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await mkdir(join(folder, 'home'));
  const { cert, key } = await authority.issue('valid');
  await Promise.all([writeFile(files.cert, cert), writeFile(files.key, key)]);
  const ports = { http: await freePort(), https: await freePort(), api };
  const [program, ...options] = await command(files, ports);
  const proxy = spawn(program, options, {
    env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const stop = async (): Promise<void> => {
    if (proxy.exitCode === null) {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true });
  };
  await eventually(async () => {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended: ${output}`);
    await once(connect(ports.https, '127.0.0.1'), 'connect');
  });
  return { ports, stop };
}

describe.each(PROXIES)('the example for $name', (example) => {
  const { isInstalled } = example;
  let proxy: RunningProxy | undefined;
  let ports: Ports;

  beforeAll(async () => {
    if (!isInstalled) return;
    proxy = await run(example, Number(new URL(stack.apiUrl).port));
    ({ ports } = proxy);
    await eventually(async () => expect((await ask('GET', '/healthz')).status).toBe(200));
  });

  afterAll(() => proxy?.stop());

  interface Heard {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }

  async function open(
    method: string,
    path: string,
    { headers = {}, body = '', isPlain = false } = {},
  ): Promise<IncomingMessage> {
    const to = { host: '127.0.0.1', servername: 'localhost', method, path, ca: authority.pem };
    const given = {
      host: 'localhost',
      authorization: `Bearer ${account.testKey}`,
      'content-type': 'application/json',
      ...headers,
    };
    const asked = isPlain
      ? httpRequest({ ...to, port: ports.http, headers: given })
      : httpsRequest({ ...to, port: ports.https, headers: given });
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    asked.end(body);
    return (await answered)[0];
  }

  async function ask(...call: Parameters<typeof open>): Promise<Heard> {
    const response = await open(...call);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  it.skipIf(!isInstalled)('passes on payments over TLS, and tells browsers to use only that', async () => {
    const paid = await ask('POST', '/v1/payments', { body: JSON.stringify({ amount }) });
    expect(paid.status).toBe(201);
    expect(paid.headers['strict-transport-security']).toContain('max-age=');
    const { status, headers } = await ask('POST', '/v1/payments?wait=1', { isPlain: true, body: '{}' });
    expect([status, headers.location]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/localhost.*\/v1\/payments\?wait=1$/),
    ]);
  });

  it.skipIf(!isInstalled)('tells the API the address of the client, whatever the client says', async () => {
    const client = createClient(stack.apiUrl, account.testKey);
    const walled = { name: 'From elsewhere', scopes: ['payments:read'], allowedCidrs: ['203.0.113.0/24'] };
    const elsewhere = String((await client.post('/v1/security/api-keys', walled)).body['secret']);
    const here = { ...walled, name: 'From here', allowedCidrs: ['127.0.0.0/8'] };
    const local = String((await client.post('/v1/security/api-keys', here)).body['secret']);
    const statusOf = async (key: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': '203.0.113.7' };
      return (await ask('GET', '/v1/payments', { headers })).status;
    };
    expect([await statusOf(elsewhere), await statusOf(local)]).toEqual([403, 200]);
  });

  it.skipIf(!isInstalled)('passes on events as they come', async () => {
    const stream = await open('GET', '/v1/events/stream', { headers: { accept: 'text/event-stream' } });
    expect(stream.statusCode).toBe(200);
    let heard = '';
    stream.on('data', (chunk) => (heard += String(chunk)));
    stream.on('error', () => {});
    const { body } = await ask('POST', '/v1/payments', { body: JSON.stringify({ amount }) });
    const { id } = JSON.parse(body) as { id: string };
    await eventually(() => expect(heard).toContain(id));
    stream.destroy();
  });

  it.skipIf(!isInstalled)('leaves it to the API to refuse a body that is too large', async () => {
    const body = JSON.stringify({ amount, description: 'x'.repeat(2_000_000) });
    const refused = await ask('POST', '/v1/payments', { body });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      413,
      expect.objectContaining({ code: 'body_too_large' }),
    ]);
  });

  it.skipIf(!isInstalled)('answers as the API does while no process is ready', async () => {
    const alone = await run(example, await freePort());
    const before = ports;
    ({ ports } = alone);
    const refused = await ask('POST', '/v1/payments', { body: JSON.stringify({ amount }) });
    ports = before;
    await alone.stop();
    expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
      ...[503, '2', 'application/problem+json'],
    ]);
    expect(JSON.parse(refused.body)).toMatchObject({ status: 503, code: 'unavailable', title: 'Unavailable' });
  });

  it.skipIf(!isInstalled)('shows nobody the metrics and the readiness', async () => {
    expect([(await ask('GET', '/metrics')).status, (await ask('GET', '/readyz')).status]).toEqual([404, 404]);
  });
});
