import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContractVersion } from './acquirer/orders.js';
import type { Account as AcquirerAccount } from './acquirer/statement.js';
import { FAULTS, NO_FAULTS, type FaultPlan } from './acquirer/faults.js';
import type { ListingPlan } from './acquirer/listing.js';
import type { AcquirerOrders, AcquirerState } from './acquirer/control.js';
import { certificateAuthority, type CertificateAuthority } from './certificates.js';
import { ProcessHandle } from './process-handle.js';

// Always the compiled program, since it runs in a process of its own.
const PROGRAM = fileURLToPath(new URL('../dist/acquirer/main.js', import.meta.url));

interface AcquirerOptions {
  /** The service's timeout for its requests. */
  readonly timeoutMs?: number;
  /** The version of openapi/acquirer.yaml that it implements. */
  readonly contractVersion?: ContractVersion;
}

/** Starts an acquirer that implements openapi/acquirer.yaml and keeps its own statement. */
export async function startAcquirer({
  timeoutMs = 1_000,
  contractVersion = '1.4',
}: AcquirerOptions = {}): Promise<ReferenceAcquirer> {
  const authority = await certificateAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-acquirer-'));
  const { key, cert } = await authority.issue('valid');
  const acquirer = new ReferenceAcquirer(authority, folder, timeoutMs, {
    ACQUIRER_BOOK: join(folder, 'statement.jsonl'),
    ACQUIRER_API_KEY: `acq_${randomBytes(16).toString('hex')}`,
    ACQUIRER_CALLBACK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    ACQUIRER_CONTRACT_VERSION: contractVersion,
    ACQUIRER_TLS_KEY: key,
    ACQUIRER_TLS_CERT: cert,
    ACQUIRER_SLOW_MS: String(Math.round(timeoutMs / 2)),
    ACQUIRER_LATE_MS: String(Math.round(timeoutMs * 1.5)),
  });
  await acquirer.start();
  return acquirer;
}

export class ReferenceAcquirer {
  private process: ProcessHandle | undefined;
  private port = 0;
  private orders: AcquirerOrders = {};
  private metBefore: AcquirerState['met'] = {};

  constructor(
    private readonly authority: CertificateAuthority,
    private readonly folder: string,
    private readonly timeoutMs: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** PEM of the authority of its certificate. */
  get caPem(): string {
    return this.authority.pem;
  }

  get apiKey(): string {
    return this.orders.apiKey ?? this.settings['ACQUIRER_API_KEY'] ?? '';
  }

  get callbackSecret(): string {
    return this.settings['ACQUIRER_CALLBACK_SECRET'] ?? '';
  }

  get contractVersion(): ContractVersion {
    return this.settings['ACQUIRER_CONTRACT_VERSION'] === '1.3' ? '1.3' : '1.4';
  }

  /** Settings that make a stack use it for live payments. */
  get env(): Record<string, string> {
    return {
      PROCESSOR_LIVE: 'http',
      PROCESSOR_URL: this.url,
      PROCESSOR_API_KEY: this.apiKey,
      PROCESSOR_CALLBACK_SECRET: this.callbackSecret,
      PROCESSOR_CONTRACT_VERSION: this.contractVersion,
      PROCESSOR_TIMEOUT: `${this.timeoutMs}ms`,
    };
  }

  /** Starts it with its previous statement, port and instructions. */
  async start(): Promise<void> {
    const env = { ...this.settings, ACQUIRER_PORT: String(this.port), PATH: process.env['PATH'] ?? '' };
    this.process = await ProcessHandle.start({ name: 'acquirer', script: PROGRAM, env });
    this.port = this.process.port ?? 0;
    await this.tell(this.orders);
  }

  /** Kills it by SIGKILL; its statement persists. */
  async kill(): Promise<void> {
    this.metBefore = (await this.state()).met;
    await this.process?.kill();
  }

  /** Sets the faults from here on. */
  async fault(plan: Partial<FaultPlan>): Promise<void> {
    await this.tell({ faults: { ...NO_FAULTS, ...plan } });
  }

  /** Sets how it falsifies its statement from here on. */
  async showStatement(listing: ListingPlan): Promise<void> {
    await this.tell({ listing });
  }

  /** Revokes its API key, or accepts it again. */
  async revokeKey(revoked = true): Promise<void> {
    await this.tell({ revoked });
  }

  /** Accepts only this key of the same account from here on. */
  async changeKey(apiKey: string): Promise<void> {
    await this.tell({ apiKey });
  }

  /** What connects an account to it. */
  get credentials(): Readonly<Record<'url' | 'apiKey' | 'callbackSecret' | 'caCertificate', string>> & {
    readonly contractVersion: ContractVersion;
  } {
    const { url, apiKey, callbackSecret, caPem: caCertificate, contractVersion } = this;
    return { url, apiKey, callbackSecret, caCertificate, contractVersion };
  }

  /** Sends its callbacks to the API at this address from here on. */
  async callBack(apiUrl: string): Promise<void> {
    await this.callBackTo(`${apiUrl}/callbacks/00/http`);
  }

  /** Sends its callbacks to this URL from here on. */
  async callBackTo(callbackUrl: string): Promise<void> {
    await this.tell({ callbackUrl });
  }

  /** The only authorization of a payment. Throws unless there is exactly one. */
  async accountOf(payment: string): Promise<AcquirerAccount> {
    const [own, ...others] = (await this.state()).accounts.filter((each) => each.payment === payment);
    if (own === undefined || others.length > 0) {
      throw new Error(`the acquirer has ${own === undefined ? 0 : others.length + 1} authorizations of ${payment}`);
    }
    return own;
  }

  /** Its statement, the requests since its start, and all faults so far. */
  async state(): Promise<AcquirerState> {
    const state = JSON.parse((await this.post('/control', '{}')).body) as AcquirerState;
    const met = FAULTS.map((fault) => [fault, (this.metBefore[fault] ?? 0) + (state.met[fault] ?? 0)] as const);
    return { ...state, met: Object.fromEntries(met.filter(([, times]) => times > 0)) };
  }

  /** Chooses on the payer's page. Returns the status. */
  async payerActs(page: string, outcome: 'approve' | 'decline'): Promise<number> {
    const { pathname } = new URL(page);
    return (await this.post(`${pathname}?outcome=${outcome}`, '')).status;
  }

  /** Captures an authorization under a foreign reference, as somebody does at a gateway. Returns the status. */
  async captureByHand(authorization: string, amount: { value: number; currency: string }): Promise<number> {
    const headers = {
      authorization: `Bearer ${this.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `by-hand-${authorization}`,
    };
    return (await this.post('/captures', JSON.stringify({ authorization, amount }), headers)).status;
  }

  async close(): Promise<void> {
    await this.process?.stop();
    await this.authority.release();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async tell(orders: AcquirerOrders): Promise<void> {
    this.orders = { ...this.orders, ...orders };
    await this.post('/control', JSON.stringify(orders));
  }

  private post(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: string }> {
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', ca: this.authority.pem, agent: false, headers } as const;
      const sent = request(this.url + path, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      sent.once('error', reject).end(body);
    });
  }
}
