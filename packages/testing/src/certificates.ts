import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** The certificate of a receiver: a valid one, or one that must be refused. */
export type CertificateKind = 'valid' | 'expired' | 'wrong_host' | 'unknown_authority' | 'self_signed';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateAuthority {
  readonly pem: string;
  /** The certificate as a file, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  issue(kind: CertificateKind): Promise<Certificate>;
  /** Deletes the file after its last user has released it. */
  release(): Promise<void>;
}

interface Signer {
  readonly pem: string;
  readonly key: string;
}

const DAY = 86_400_000;

let signer: Promise<Signer> | undefined;
let shared: Promise<SharedFolder> | undefined;
let users = 0;

/** The only authority of this process, which signs the certificates of all receivers. */
export async function certificateAuthority(): Promise<CertificateAuthority> {
  users += 1;
  signer ??= createSigner('Svc test authority');
  const { pem, key } = await signer;
  shared ??= writeShared(pem);
  const { directory, remove } = await shared;
  let released = false;
  return {
    pem,
    file: join(directory, 'authority.pem'),
    issue: (kind) => issue(kind, { pem, key }),
    release: async () => {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      process.off('exit', remove);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface SharedFolder {
  readonly directory: string;
  readonly remove: () => void;
}

async function writeShared(pem: string): Promise<SharedFolder> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-test-ca-'));
  // When run as root, API and worker switch to an unprivileged user, who must be able to read it.
  await chmod(directory, 0o755);
  await writeFile(join(directory, 'authority.pem'), pem);
  // Shared stacks use it until their process ends.
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  return { directory, remove };
}

async function createSigner(commonName: string): Promise<Signer> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { pem: made.cert, key: made.private };
}

async function issue(kind: CertificateKind, trusted: Signer): Promise<Certificate> {
  const authority = kind === 'unknown_authority' ? await createSigner('Somebody else') : trusted;
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: 'svc test receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(kind === 'self_signed' ? {} : { ca: { cert: authority.pem, key: authority.key } }),
    notBeforeDate: new Date(now - 3 * DAY),
    notAfterDate: new Date(kind === 'expired' ? now - DAY : now + 30 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: altNames(kind) },
    ],
  });
  return { key: made.private, cert: made.cert };
}

function altNames(kind: CertificateKind): { type: 2 | 7; value?: string; ip?: string }[] {
  if (kind === 'wrong_host') return [{ type: 2, value: 'elsewhere.example' }];
  const names = ['localhost', 'receiver.test'].map((value) => ({ type: 2 as const, value }));
  return [...names, { type: 7, ip: '127.0.0.1' }, { type: 7, ip: '::1' }];
}
