import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls, { createServer as createTlsServer } from 'node:tls';
import { certificateAuthority, type CertificateAuthority } from '@svc/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DnsSource } from '../dns/dns-source.js';
import { HostNames, type Names } from '../dns/host-names.js';
import { NameError } from '../dns/name-answer.js';
import { AddressPolicy } from './address-policy.js';
import { ConnectionError } from './connection-error.js';
import { guardedConnector, type GuardedConnectorOptions } from './guarded-connector.js';

const strict = new AddressPolicy({ allowedCidrs: [], allowInsecure: false });
const insecure = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
const servers: Server[] = [];
const sockets: Socket[] = [];
let authority: CertificateAuthority;

beforeAll(async () => {
  authority = await certificateAuthority();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

afterAll(() => authority.release());

interface Listening {
  readonly port: string;
  connections: number;
  bytes: number;
}

async function listen(server: Server = createServer()): Promise<Listening> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const seen = { port: String((server.address() as AddressInfo).port), connections: 0, bytes: 0 };
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    seen.connections += 1;
    socket.on('error', () => {}).on('data', (chunk: Buffer) => (seen.bytes += chunk.length));
  });
  return seen;
}

function connect(
  url: string,
  options: Partial<GuardedConnectorOptions> & { policy: AddressPolicy },
): Promise<{ socket: Socket } | { error: ConnectionError }> {
  const { hostname, host, port, protocol } = new URL(url);
  const connector = guardedConnector({ timeoutMs: 2_000, names: new HostNames(new DnsSource()), ...options });
  return new Promise((resolve, reject) => {
    connector({ accountId: '1', hostname: hostname.replace(/^\[|\]$/g, ''), host, port, protocol }, (error, socket) => {
      if (socket !== null) {
        sockets.push(socket);
        resolve({ socket });
      } else if (error instanceof ConnectionError) resolve({ error });
      else reject(error ?? new Error('neither socket nor error'));
    });
  });
}

async function refusal(url: string, options: Parameters<typeof connect>[1]): Promise<string> {
  const result = await connect(url, options);
  return 'error' in result ? result.error.reason : 'connected';
}

function names(...addresses: string[]): Names {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return { addressesOf: () => Promise.resolve(found) };
}

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
])('row 23: the literal host %s is refused without a connection', async (host) => {
  const server = await listen();
  expect(await refusal(`https://${host}:${server.port}/`, { policy: strict })).toBe('blocked_address');
  expect(server.connections).toBe(0);
});

test('row 23: a name is refused when any of its addresses is forbidden', async () => {
  const server = await listen();
  const url = `https://shop.example.com:${server.port}/`;
  expect(await refusal(url, { policy: strict, names: names('127.0.0.1') })).toBe('blocked_address');
  expect(await refusal(url, { policy: insecure, names: names('127.0.0.1', '10.0.0.1') })).toBe('blocked_address');
  expect(await refusal(url, { policy: insecure, names: names('127.0.0.1', 'fd00:ec2::254') })).toBe('blocked_address');
  expect(server.connections).toBe(0);
});

test('row 23: a name is resolved for every connection, so that DNS rebinding has no effect', async () => {
  const server = await listen();
  let calls = 0;
  const rebound: Names = {
    addressesOf: (...question) => {
      calls += 1;
      return names(calls === 1 ? '127.0.0.1' : '10.0.0.1').addressesOf(...question);
    },
  };
  const options = { policy: insecure, names: rebound };
  expect(await refusal(`http://shop.example.com:${server.port}/`, options)).toBe('connected');
  expect(await refusal(`http://shop.example.com:${server.port}/`, options)).toBe('blocked_address');
});

test('row 23: the peer address is checked before anything is sent, also with TLS', async () => {
  const server = await listen();
  // Allows the literal address, and refuses it once connected.
  const fickle = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
  let asked = 0;
  fickle.decide = (address) => {
    asked += 1;
    return asked === 1 ? { allowed: true } : strict.decide(address);
  };
  expect(await refusal(`https://127.0.0.1:${server.port}/`, { policy: fickle })).toBe('blocked_address');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server).toMatchObject({ connections: 1, bytes: 0 });
});

test('http is refused without allowInsecure', async () => {
  const open = new AddressPolicy({ allowedCidrs: ['10.0.0.0/8'], allowInsecure: false });
  expect(await refusal('http://10.0.0.1/', { policy: open })).toBe('blocked_address');
});

test('connects over TLS by name, and verifies the certificate for that name', async () => {
  const { key, cert } = await authority.issue('valid');
  const server = await listen(createTlsServer({ key, cert }));
  const options = { policy: insecure, ca: authority.pem, names: names('127.0.0.1') };
  expect(await refusal(`https://receiver.test:${server.port}/`, options)).toBe('connected');
  expect(await refusal(`https://somebody.test:${server.port}/`, options)).toBe('certificate_invalid');
});

test.each([
  ['valid', 'connected'],
  ['expired', 'certificate_expired'],
  ['wrong_host', 'certificate_invalid'],
  ['unknown_authority', 'certificate_invalid'],
  ['self_signed', 'certificate_invalid'],
] as const)('row 19: a certificate that is %s: %s', async (kind, expected) => {
  const server = await listen(createTlsServer(await authority.issue(kind)));
  const options = { policy: insecure, ca: authority.pem };
  expect(await refusal(`https://127.0.0.1:${server.port}/`, options)).toBe(expected);
});

test('NODE_TLS_REJECT_UNAUTHORIZED does not disable verification', async () => {
  const server = await listen(createTlsServer(await authority.issue('expired')));
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const options = { policy: insecure, ca: authority.pem };
  expect(await refusal(`https://127.0.0.1:${server.port}/`, options)).toBe('certificate_expired');
});

test('row 19: TLS below 1.2 is refused, even if node allows it', async () => {
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const old = createTlsServer({
    ...(await authority.issue('valid')),
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers,
  });
  old.on('tlsClientError', () => {});
  const server = await listen(old);
  const before = [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] as const;
  [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = ['TLSv1', ciphers];
  try {
    const options = { policy: insecure, ca: authority.pem };
    expect(await refusal(`https://127.0.0.1:${server.port}/`, options)).toBe('tls_error');
  } finally {
    [tls.DEFAULT_MIN_VERSION, tls.DEFAULT_CIPHERS] = before;
  }
});

test('row 19: a server that does not speak TLS is a tls_error', async () => {
  const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const server = await listen(plain);
  expect(await refusal(`https://127.0.0.1:${server.port}/`, { policy: insecure })).toBe('tls_error');
});

test('a closed port is connection_refused', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await refusal(`http://127.0.0.1:${port}/`, { policy: insecure })).toBe('connection_refused');
});

test('a name that does not resolve is a dns_failure', async () => {
  const none: Names = { addressesOf: (name) => Promise.reject(new NameError(name, { kind: 'absent' })) };
  expect(await refusal('https://shop.example.com/', { policy: strict, names: none })).toBe('dns_failure');
  expect(await refusal('https://does-not-exist.invalid/', { policy: strict })).toBe('dns_failure');
});

test('a TLS handshake without a response ends at the timeout', async () => {
  const server = await listen(createServer());
  const begun = performance.now();
  const options = { policy: insecure, timeoutMs: 300 };
  expect(await refusal(`https://127.0.0.1:${server.port}/`, options)).toBe('timeout');
  expect(performance.now() - begun).toBeLessThan(3_000);
});
