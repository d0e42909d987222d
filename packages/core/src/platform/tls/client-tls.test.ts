import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type Server } from 'node:tls';
import { certificateAuthority, type Certificate, type CertificateAuthority } from '@svc/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { clientTls } from './client-tls.js';

let authority: CertificateAuthority;
const servers: Server[] = [];

beforeAll(async () => {
  authority = await certificateAuthority();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

afterAll(() => authority.release());

async function serve(certificate: Certificate): Promise<number> {
  const server = createServer(certificate, (socket) => socket.end());
  servers.push(server.on('tlsClientError', () => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function verdict(port: number, extraCa?: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, ...clientTls(extraCa) });
  try {
    await once(socket, 'secureConnect');
    return 'trusted';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    socket.destroy();
  }
}

it('trusts extra authorities in addition to those of Node', async () => {
  const own = await authority.issue('self_signed');
  const [ours, nodes] = [await serve(await authority.issue('valid')), await serve(own)];
  expect([await verdict(ours), await verdict(nodes)]).toEqual([
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'svc-ca-'));
  await writeFile(join(folder, 'ca.pem'), own.cert);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', join(folder, 'ca.pem'));
  expect([await verdict(ours, authority.pem), await verdict(nodes, authority.pem)]).toEqual(['trusted', 'trusted']);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
  expect(await verdict(nodes, authority.pem)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  await rm(folder, { recursive: true });
});

it('creates one context per set of authorities', () => {
  expect(clientTls(authority.pem)).toBe(clientTls(authority.pem));
  expect(clientTls(authority.pem)).not.toBe(clientTls());
});
