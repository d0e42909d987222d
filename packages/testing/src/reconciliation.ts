import { createClient, type Client } from './client.js';
import type { Account, Stack } from './stack.js';
import { eventually } from './wait.js';

const RANGE_MS = 86_400_000;
const PATIENCE_MS = 40_000;

/** A reconciliation as the API returns it. */
export interface Reconciliation {
  /** The report: its status, and whether an acquirer's statement was compared. */
  readonly report: Readonly<Record<string, unknown>>;
  /** The differences; empty when the report failed. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Requests a reconciliation of the last day for the key's account, and waits for the report. */
export async function reconcile(client: Client, { timeoutMs = PATIENCE_MS } = {}): Promise<Reconciliation> {
  const [createdFrom, createdTo] = [-1, 1].map((sign) => new Date(Date.now() + sign * RANGE_MS).toISOString());
  const asked = { type: 'reconciliation', format: 'json', createdFrom, createdTo };
  const begun = await eventually(
    async () => {
      const answer = await client.post('/v1/analytics/reports', asked);
      // Right after a fault, the service may respond with one more 503.
      if (answer.status === 503) throw new Error(`no report is made: ${answer.text}`);
      return answer;
    },
    { timeoutMs, intervalMs: 500 },
  );
  if (begun.status !== 202) throw new Error(`no report is made: ${begun.text}`);
  const path = `/v1/analytics/reports/${String(begun.body['id'])}`;
  const report = await eventually(
    async () => {
      const { body } = await client.get(path);
      if (body['status'] !== 'ready' && body['status'] !== 'failed')
        throw new Error(`not made: ${JSON.stringify(body)}`);
      return body;
    },
    { timeoutMs, intervalMs: 100 },
  );
  if (report['status'] === 'failed') return { report, rows: [] };
  const { text } = await client.get(`${path}/download`);
  return { report, rows: JSON.parse(text) as Reconciliation['rows'] };
}

/**
 * Throws unless payments, attempts, ledger, refunds and the acquirer's statement, if any, agree for every account of
 * the stack in both modes. Starts a worker if none runs, since workers write reports.
 */
export async function expectReconciled(stack: Stack, { timeoutMs = PATIENCE_MS } = {}): Promise<void> {
  if (stack.workers.length === 0) await stack.startWorker();
  const liveStatement = stack.env['PROCESSOR_LIVE'] === 'http' ? 'compared' : 'no_book';
  const found = await Promise.all(
    stack.accounts.flatMap(({ testKey, liveKey }: Account) => [
      differencesOf(createClient(stack.apiUrl, testKey), 'no_book', timeoutMs),
      differencesOf(createClient(stack.apiUrl, liveKey), liveStatement, timeoutMs),
    ]),
  );
  if (found.flat().length > 0) throw new Error(`A reconciliation differs:\n${found.flat().join('\n')}`);
}

/** `statement`: what an account without connections gets. Those of the others are compared. */
async function differencesOf(client: Client, statement: string, timeoutMs: number): Promise<string[]> {
  const { body } = await client.get('/v1/processors?limit=1');
  const hasConnections = (body['data'] as unknown[]).length > 0;
  const { report, rows } = await reconcile(client, { timeoutMs });
  const isCompared =
    report['status'] === 'ready' && report['acquirerBook'] === (hasConnections ? 'compared' : statement);
  return [...(isCompared ? [] : [report]), ...rows].map((each) => JSON.stringify(each));
}
