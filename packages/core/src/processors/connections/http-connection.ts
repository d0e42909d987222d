import type { Names } from '../../platform/dns/host-names.js';
import type { AddressPolicy } from '../../platform/http-client/address-policy.js';
import { guardedConnector } from '../../platform/http-client/guarded-connector.js';
import { checkOutgoingUrl } from '../../platform/http-client/outgoing-url.js';
import type { Logger } from '../../platform/logger.js';
import { certificatesIn } from '../../platform/tls/certificates.js';
import { type AcquirerAnswer, AcquirerClient } from '../acquirer-client.js';
import { HttpProcessor, type HttpProcessorOptions } from '../http-processor.js';
import { referenceOf } from '../own-reference.js';
import type { CredentialsReport } from './connection-health.js';
import {
  type AccountProof,
  type ConnectionKind,
  type ConnectionRef,
  credential,
  credentialsOf,
  type CredentialsCheck,
  type GivenCredentials,
  invalidConnection,
  type OpenProcessor,
  type StoredCredentials,
} from './connection-kind.js';

const CHECK_TIMEOUT_MS = 5_000;
const REFUSED = { externalAccountId: null, permissions: [{ name: 'payments', granted: false }] };
const FIELDS = { required: ['url', 'apiKey', 'callbackSecret'], optional: ['caCertificate', 'contractVersion'] };

export interface HttpConnectionOptions {
  readonly addresses: AddressPolicy;
  readonly names: Names;
  readonly timeoutMs: number;
  /** Where gateways send customers back to. */
  readonly returnUrl: HttpProcessorOptions['returnUrl'];
  readonly logger: Pick<Logger, 'warn'>;
}

/** Gateways that implement openapi/acquirer.yaml. */
export class HttpConnection implements ConnectionKind {
  readonly listsEvents = false;

  constructor(private readonly options: HttpConnectionOptions) {}

  complete(given: GivenCredentials, stored: StoredCredentials): StoredCredentials {
    // Otherwise who may change the URL could have the stored key sent to a host of their own.
    const isMoved = typeof stored['url'] === 'string' && given.url !== undefined && given.url !== stored['url'];
    if (isMoved && given.apiKey === undefined) {
      throw invalidConnection({
        pointer: '/credentials/apiKey',
        code: 'required',
        detail: 'is required with a new url',
      });
    }
    const credentials = credentialsOf('http', FIELDS, given, stored);
    if (/[?#]/.test(credential(credentials, 'url'))) {
      const detail = 'must not contain a query or fragment';
      throw invalidConnection({ pointer: '/credentials/url', code: 'forbidden_url', detail });
    }
    return { ...credentials, caCertificate: readableCertificate(credentials['caCertificate'] ?? null) };
  }

  /** A gateway names no account. Another one would answer 404 about what was sent, and it would be sent again. */
  proofOf(stored: StoredCredentials, renewed: StoredCredentials): AccountProof | null {
    return ['url', 'apiKey'].every((name) => stored[name] === renewed[name]) ? null : 'own_reference';
  }

  /** Asks for an operation that does not exist, for the known one, and for the end of the statement. Moves no money. */
  async check(ref: ConnectionRef, credentials: StoredCredentials, known?: string): Promise<CredentialsCheck> {
    const { addresses, names } = this.options;
    const url = await checkOutgoingUrl(credential(credentials, 'url'), addresses, names, ref.accountId);
    if (!url.ok) throw invalidConnection({ pointer: '/credentials/url', code: url.code, detail: url.detail });
    const client = this.client(ref, credentials, CHECK_TIMEOUT_MS);
    try {
      // The id of the connection is never one of an attempt.
      const answer = await client.find(referenceOf(ref), null);
      if (answer.kind !== 'not_done') return notAccepted(answer, known);
      const problem = known === undefined ? undefined : problemOf(known, await client.find(known, null));
      if (problem !== undefined) return problem;
      const now = new Date().toISOString();
      const page = await client.list({ from: now, to: now, limit: 1 });
      const permissions = [
        { name: 'payments', granted: true },
        { name: 'statement', granted: page.kind === 'page' },
      ];
      return { kind: 'accepted', lastError: null, externalAccountId: null, permissions };
    } finally {
      void client.close();
    }
  }

  setUp(_ref: ConnectionRef, credentials: StoredCredentials) {
    return Promise.resolve({ credentials, problem: null });
  }

  tearDown(): Promise<void> {
    return Promise.resolve();
  }

  open(ref: ConnectionRef, credentials: StoredCredentials, report: CredentialsReport): Promise<OpenProcessor> {
    const key = Buffer.from(credential(credentials, 'callbackSecret').slice('whsec_'.length), 'base64');
    const client = this.client(ref, credentials, this.options.timeoutMs);
    const contractVersion = credentials['contractVersion'] === '1.4' ? '1.4' : '1.3';
    const { returnUrl } = this.options;
    const options = { contractVersion, credentials: report, returnUrl } as const;
    return Promise.resolve(new HttpProcessor(client, [key], this.options.logger, options));
  }

  private client({ accountId }: ConnectionRef, credentials: StoredCredentials, timeoutMs: number): AcquirerClient {
    const { addresses: policy, names } = this.options;
    const ca = credentials['caCertificate'] ?? undefined;
    const connect = guardedConnector({ policy, names, timeoutMs, ca });
    return new AcquirerClient({
      url: credential(credentials, 'url'),
      apiKey: credential(credentials, 'apiKey'),
      timeoutMs,
      connect: (target, callback) => connect({ ...target, accountId }, callback),
    });
  }
}

function readableCertificate(text: string | null): string | null {
  try {
    return text && certificatesIn(text);
  } catch {
    const detail = 'must contain certificates in PEM format';
    throw invalidConnection({ pointer: '/credentials/caCertificate', code: 'invalid_format', detail });
  }
}

/** Why the answer does not show that the account has the known operation; undefined if it does. */
function problemOf(known: string, answer: AcquirerAnswer): CredentialsCheck | undefined {
  if (answer.kind === 'operation' && answer.operation.reference === known) return undefined;
  if (answer.kind !== 'not_done') return notAccepted(answer, known);
  const lastError = `The account of these credentials does not have the operation ${known} of this connection.`;
  return { ...REFUSED, kind: 'another_account', lastError };
}

/** Without an answer nothing shows that the account has the known operation. */
function notAccepted(answer: Exclude<AcquirerAnswer, { kind: 'not_done' }>, known?: string): CredentialsCheck {
  if (answer.kind === 'refused') {
    return { ...REFUSED, kind: 'refused', lastError: `The processor refuses the credentials (${answer.reason}).` };
  }
  const reason = 'reason' in answer ? answer.reason : 'a response about an operation that was not asked for';
  const kind = known === undefined ? 'unreachable' : 'refused';
  return { ...REFUSED, kind, lastError: `The processor could not be queried: ${reason}.` };
}
