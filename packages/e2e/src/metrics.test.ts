import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createClient, eventually, forThisFile, startReceiver, startStack } from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** A metric as the processes expose it. */
interface Exposed {
  readonly type: string;
  /** The labels of its samples. */
  readonly labels: Set<string>;
  /** Which processes have samples of it. */
  readonly processes: Set<string>;
}

/** Labels that Prometheus and histograms add. */
const ADDED = new Set(['job', 'instance', 'le']);
/** Prometheus's own metrics. */
const OF_PROMETHEUS = new Set(['up']);

const amount = { value: 1000, currency: 'USD' };
const exposed = new Map<string, Exposed>();

const receiver = await forThisFile(startReceiver());
const stack = await forThisFile(startStack({ env: { WORKER_PORT: '0', WEBHOOK_RETRY_DELAYS: '100ms' } }));

beforeAll(async () => {
  await causeTraffic();
  await eventually(async () => {
    await scrape('API', stack.apiUrl);
    await scrape('worker', workerUrl());
    for (const name of ['svc_delivery_latency_seconds', 'svc_payments_moved_total', 'svc_idempotent_replays_total']) {
      expect(exposed.get(name)?.labels, name).toBeDefined();
    }
    expect(exposed.get('svc_delivery_attempts_total')?.labels.size).toBe(3);
    expect(exposed.get('svc_processor_calls_total')?.labels.size).toBe(3);
  });
});

/** Payments, refunds, repeated requests and deliveries; some of them fail. */
async function causeTraffic(): Promise<void> {
  const client = createClient(stack.apiUrl, (await stack.createAccount()).testKey);
  receiver.respond('/broken', 500);
  const events = ['payment.pending', 'payment.completed', 'refund.completed'];
  for (const path of ['/hook', '/broken']) await client.post('/v1/webhooks', { url: receiver.url + path, events });
  const metadata = { sandbox: 'delay:1' };
  const { body } = await client.post('/v1/payments?wait=20', { amount, metadata });
  await client.post('/v1/refunds', { paymentId: body['id'] });
  const headers = { 'idempotency-key': randomUUID() };
  for (let n = 0; n < 2; n += 1) await client.post('/v1/payments', { amount, metadata }, { headers });
  await createClient(stack.apiUrl).get('/v1/payments');
  await eventually(() => expect(receiver.requests.filter(({ path }) => path === '/broken').length).toBeGreaterThan(4));
}

function workerUrl(): string {
  return `http://127.0.0.1:${String(stack.workers[0]?.port)}`;
}

async function scrape(process: string, url: string): Promise<void> {
  const { text } = await createClient(url).get('/metrics');
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const known = exposed.get(name) ?? { type, labels: new Set(), processes: new Set() };
    exposed.set(name, known);
    const suffix = type === 'histogram' ? '(?:_bucket|_sum|_count)' : '';
    for (const [, labels = ''] of text.matchAll(new RegExp(`^${name}${suffix}(?:\\{(.*)\\})? \\S+$`, 'gm'))) {
      known.processes.add(process);
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) if (label !== 'le') known.labels.add(label);
    }
  }
}

describe('the port of a worker', () => {
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    createClient(workerUrl()).send(method, path, undefined, { headers });

  it('serves liveness, readiness and metrics of the worker', async () => {
    expect((await ask('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await ask('GET', '/readyz')).body).toEqual({ status: 'ok' });
    const metrics = await ask('GET', '/metrics');
    expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await ask('HEAD', '/metrics')).text).toBe('');
  });

  it('refuses metrics to proxied requests, and serves nothing else', async () => {
    const proxied = await ask('GET', '/metrics', { 'x-forwarded-for': '203.0.113.9' });
    expect([proxied.status, proxied.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(proxied.text).not.toContain('svc_');
    for (const [method, path] of [
      ['POST', '/metrics'],
      ['GET', '/metrics/'],
      ['GET', '/'],
    ] as const) {
      expect((await ask(method, path)).status).toBe(404);
    }
  });
});

describe('npm run queues', () => {
  const queues = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/queues.mjs', ...args], { env: stack.env });
    return stdout;
  };

  it('prints a line for each queue, and the codes of failed jobs', async () => {
    await eventually(async () => expect(await queues()).toMatch(/^deliveries +http_500 5$/m));
    expect(await queues()).toMatch(/^deliveries +0 +0 +0 +5 +-$/m);
    expect((await queues()).match(/^\w+/gm)).toEqual([
      'queue',
      'payments',
      'deliveries',
      'refunds',
      'queue',
      'deliveries',
    ]);
  });

  it('prints one line of JSON', async () => {
    const none = { waiting: 0, delayed: 0, active: 0, failed: 0, oldestWaitingSeconds: null, failedCodes: {} };
    const lines = (await queues('--json')).trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      queues: [
        { ...none, queue: 'payments' },
        { ...none, queue: 'deliveries', failed: 5, failedCodes: { http_500: 5 } },
        { ...none, queue: 'refunds' },
      ],
    });
  });
});

describe('the table of metrics', () => {
  const [, table = ''] =
    /<!-- metrics -->([^]*?)<!-- \/metrics -->/.exec(readFileSync('docs/operations/observe.md', 'utf8')) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) *\| (.*?) *\|/gm)].map(
    ([, name = '', type = '', labels = '', where = '']) => ({ name, type, labels, where }),
  );

  it('lists every metric of the service with its type and labels, and no other', () => {
    const ours = [...exposed].filter(([name]) => name.startsWith('svc_'));
    expect(rows.map(({ name, type, labels }) => [name, type, labels]).sort()).toEqual(
      ours.map(([name, { type, labels }]) => [name, type, labels.size === 0 ? '–' : [...labels].join(', ')]).sort(),
    );
  });

  it.each(rows)('$name is exposed by $where', ({ name, where }) => {
    const processes = where === 'each' || where === 'installation' ? ['API', 'worker'] : [where];
    expect([...(exposed.get(name)?.processes ?? [])]).toEqual(expect.arrayContaining(processes));
  });
});

interface Panel {
  readonly title: string;
  readonly panels?: readonly Panel[];
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
}

function queries(panel: Panel): { readonly expr: string; readonly legend: string }[] {
  const own = (panel.targets ?? []).map(({ expr, legendFormat = '' }) => ({ expr, legend: legendFormat }));
  return [...own, ...(panel.panels ?? []).flatMap(queries)];
}

/** The metrics in an expression that no process exposes, and the labels that a metric does not have. */
function strangers(expr: string): string[] {
  const used = new Set<string>();
  const unknown: string[] = [];
  for (const [, name = '', , matchers = ''] of expr.matchAll(/\b((?:svc|process|nodejs)_\w+|up)\b(\{(.*?)\})?/g)) {
    const metric = exposed.get(name) ?? exposed.get(name.replace(/_(?:bucket|sum|count)$/, ''));
    if (metric === undefined && !OF_PROMETHEUS.has(name)) unknown.push(name);
    for (const label of metric?.labels ?? []) used.add(label);
    for (const [, label = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)) {
      if (!ADDED.has(label) && metric?.labels.has(label) !== true) unknown.push(`${name}{${label}}`);
    }
  }
  for (const [, labels = ''] of expr.matchAll(/\b(?:by|without) ?\((.*?)\)/g)) {
    for (const label of labels.split(',').map((each) => each.trim())) {
      if (!ADDED.has(label) && !used.has(label)) unknown.push(`by (${label})`);
    }
  }
  return unknown;
}

describe('the dashboards', () => {
  it.each(readdirSync('deploy/grafana'))('%s uses only exposed metrics', (file) => {
    const dashboard = JSON.parse(readFileSync(`deploy/grafana/${file}`, 'utf8')) as Panel & {
      readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
    };
    const asked = queries(dashboard);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.flatMap(({ expr }) => strangers(expr))).toEqual([]);
    for (const { expr, legend } of asked) {
      const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      for (const label of shown) expect([expr, expr.includes(label) || ADDED.has(label)]).toEqual([expr, true]);
    }
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    expect(JSON.stringify(dashboard)).not.toMatch(/"uid":"(?!\$\{datasource\}|svc-payments")/);
  });
});

describe('the alerts', () => {
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
    groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const page = readFileSync('docs/operations/alerts.md', 'utf8');

  it('are many, with unique names', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules)('$alert uses only exposed metrics, and says what to do', (rule) => {
    expect(strangers(rule.expr)).toEqual([]);
    // A process that has just started has one value in any window.
    expect(rule.for).toMatch(/^[1-9]\d*[smh]$/);
    expect(['critical', 'warning']).toContain(rule.labels['severity']);
    expect(rule.annotations['runbook']).toBe(`docs/operations/alerts.md#${rule.alert.toLowerCase()}`);
    expect(page).toMatch(new RegExp(`^## ${rule.alert}$`, 'm'));
  });
});
