import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { answer, installSdkTools, judgePackage, startReceiver, startWorker, type Receiver } from '@svc/testing';
import { build, type InlineConfig } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const METHODS = readFileSync(resolve('openapi/client-methods.yaml'), 'utf8').match(/^\w+: /gm)?.length ?? 0;
const SECRET = 'the secret of the consumer';
const event = '{"id":"evt_1","type":"webhook.test","created":"","data":{}}';

/** What a user's program does: pays, is refused, verifies a delivery. Answers what it saw. */
const program = `
async function main({ BASE_URL, EVENT, SIGNATURE, SECRET }) {
  const svc = new Svc('sk_test_1', { baseUrl: BASE_URL });
  const payment = await svc.payments.create({ amount: { value: 1000, currency: 'USD' } });
  const refused = await svc.payments.retrieve('unknown').catch((error) => error);
  const event = await verify(EVENT, { 'svc-signature': SIGNATURE }, SECRET);
  const isApiError = refused instanceof ApiError && refused instanceof SvcError && !(refused instanceof TimeoutError);
  return JSON.stringify([payment.id, isApiError, refused.code, event.type, /\\bmain\\b/.test(refused.stack)]);
}
`;

const typed = `
import {
  ApiError,
  Svc,
  type ErrorCode,
  type EventKind,
  type Payment,
  type PaymentCompletedEvent,
  type Scope,
  type TimelineEntry,
  type UnknownWebhookEvent,
  type WebhookEvent,
} from '@svc/sdk';
import { verify } from '@svc/sdk/webhooks';

const svc = new Svc('sk_test_1', { baseUrl: 'http://localhost:3000' });

export async function pay(reference?: string): Promise<Payment> {
  const customer = { email: 'ada@example.com' };
  const metadata = { order: { id: 1042 } };
  const params = { amount: { value: 1000, currency: 'USD' }, customer, metadata, ...(reference && { reference }) };
  return svc.payments.create(params, { wait: 10, idempotencyKey: 'order-1042', timeout: 5_000 });
}

export async function receive(body: Uint8Array, headers: Headers): Promise<PaymentCompletedEvent | undefined> {
  const event: WebhookEvent = await verify(body, headers, ['old secret', 'new secret'], { tolerance: 300 });
  return event.type === 'payment.completed' ? event : undefined;
}

// What a later service may send that this version does not know.
export function describeEvent(event: WebhookEvent): string {
  switch (event.type) {
    case 'payment.completed':
      return event.data.amount.currency;
    case 'webhook.test':
      return event.data.message;
    case 'customer.created':
      return event.data.email;
    default:
      return event.type;
  }
}
export const others = (event: WebhookEvent): UnknownWebhookEvent['data'] | undefined => {
  const kind: EventKind = event.type;
  return kind === 'dispute.opened' ? { ...event.data } : undefined;
};
export const subscribed: EventKind[] = ['payment.completed', 'dispute.opened'];
export const scopes: Scope[] = ['payments:read', 'disputes:read'];
export const isLate = (code: ErrorCode): boolean => code === 'too_late_for_that';
export const steps = (entries: TimelineEntry[]): string[] =>
  entries.map((entry) => (entry.type === 'timeline.refund' ? entry.refundId : entry.at));
export const waits = ({ stage }: Payment): boolean => stage === 'awaiting_payer' || stage === 'processing';

// @ts-expect-error metadata may hold anything, until it is checked
export const order = (payment: Payment): string => payment.metadata['orderId'];
export const checkedOrder = ({ metadata: { orderId } }: Payment) => (typeof orderId === 'string' ? orderId : undefined);

export const codes = (error: unknown): string[] =>
  error instanceof ApiError && error.status === 422 ? error.fieldErrors.map(({ code }) => code) : [];

// @ts-expect-error an amount is needed
void svc.payments.create({});
// @ts-expect-error reading something needs no idempotency key
void svc.payments.retrieve('pay_1', { idempotencyKey: 'k' });
// @ts-expect-error there is no such status
void svc.payments.list({ status: 'paid' });
`;

const asModule = [
  "import { ApiError, Svc, SvcError, TimeoutError } from '@svc/sdk';",
  "import { verify } from '@svc/sdk/webhooks';",
];
const asCommonJs = [
  "const { ApiError, Svc, SvcError, TimeoutError } = require('@svc/sdk');",
  "const { verify } = require('@svc/sdk/webhooks');",
];
const ofBoth = [
  "import { createRequire } from 'node:module';",
  "import { ApiError, SvcError, TimeoutError } from '@svc/sdk';",
  "import { verify } from '@svc/sdk/webhooks';",
  "const { Svc } = createRequire(import.meta.url)('@svc/sdk');",
];
const seen = ['pay_1', true, 'not_found', 'webhook.test', true];

let folder: string;
let project: string;
let server: Receiver;
let tools: Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sdk-'));
  project = join(folder, 'project');
  await mkdir(project);
  await run(process.execPath, ['packages/sdk/scripts/build.mjs', join(folder, 'package')]);
  await run('npm', ['pack', '--pack-destination', folder, join(folder, 'package')]);
  await writeFile(join(project, 'package.json'), '{ "name": "consumer", "version": "1.0.0", "private": true }');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...quiet, join(folder, 'svc-sdk-2.1.0.tgz')], { cwd: project });
  tools = installSdkTools();
  // The tests that await them report the failure.
  tools.catch(() => undefined);
  server = await startReceiver({ tls: false });
  const json = { 'Content-Type': 'application/json' };
  const problem = JSON.stringify({ code: 'not_found', detail: 'No such payment.' });
  server.respond('/v1/payments', answer(201, { headers: json, body: '{"id":"pay_1"}' }));
  server.respond('/v1/payments/unknown', answer(404, { headers: json, body: problem }));
}, 60_000);

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the package, installed from its tarball into an empty project', () => {
  it.each([
    ['an ES module', 'main.mjs', asModule],
    ['CommonJS', 'main.cjs', asCommonJs],
    ['both at once', 'both.mjs', ofBoth],
  ])('works from %s', async (_, file, imports) => {
    await writeFile(join(project, file), `${imports.join('\n')}${program}main(process.env).then(console.log);`);
    const { stdout } = await run(process.execPath, [file], { cwd: project, env: { ...process.env, ...given() } });
    expect(JSON.parse(stdout)).toEqual(seen);
  });

  it('has one class of each error for import and for require', async () => {
    const lines = [
      "import { createRequire } from 'node:module';",
      "import { CancelError } from '@svc/sdk';",
      "import { WebhookVerificationError } from '@svc/sdk/webhooks';",
      'const require = createRequire(import.meta.url);',
      "const { Svc } = require('@svc/sdk');",
      "const { verify } = require('@svc/sdk/webhooks');",
      "const call = new Svc('sk_test_1', { baseUrl: process.env.BASE_URL }).payments.retrieve('pay_1');",
      'call.cancel();',
      'const cancelled = await call.catch((error) => error);',
      "const forged = await verify('{}', {}, 'a secret').catch((error) => error);",
      'const [isCancelled, isForged] = [cancelled instanceof CancelError, forged instanceof WebhookVerificationError];',
      'console.log(JSON.stringify([isCancelled, isForged, cancelled instanceof WebhookVerificationError]));',
    ];
    await writeFile(join(project, 'errors.mjs'), lines.join('\n'));
    const { stdout } = await run(process.execPath, ['errors.mjs'], {
      cwd: project,
      env: { ...process.env, ...given() },
    });
    expect(JSON.parse(stdout)).toEqual([true, true, false]);
  });

  it.skipIf(process.platform !== 'linux')(
    'works in a worker, bundled as such programs are',
    { timeout: 120_000 },
    async () => {
      await tools;
      const entry = join(project, 'worker.mjs');
      const handler = `export default { fetch: async (request) => new Response(await main(await request.json())) };`;
      await writeFile(entry, asModule.join('\n') + program + handler);
      const outDir = join(folder, 'worker');
      await build({ ...bundling(), entry, outDir, deps: { alwaysBundle: [/./] } });
      const worker = await startWorker(join(outDir, 'worker.mjs'));
      try {
        const response = await fetch(worker.url, { method: 'POST', body: JSON.stringify(given()) });
        expect(await response.json()).toEqual(seen);
      } finally {
        await worker.close();
      }
    },
  );

  it('is the same bytes each time it is built', { timeout: 60_000 }, async () => {
    const again = join(folder, 'again');
    await run(process.execPath, ['packages/sdk/scripts/build.mjs', join(again, 'package')]);
    await run('npm', ['pack', '--pack-destination', again, join(again, 'package')]);
    const [first, second] = await Promise.all(
      [folder, again].map((place) => readFile(join(place, 'svc-sdk-2.1.0.tgz'))),
    );
    expect(second?.equals(first as Buffer)).toBe(true);
  });

  it('is found well made by publint and are-the-types-wrong', { timeout: 120_000 }, async () => {
    await tools;
    expect(await judgePackage(join(folder, 'svc-sdk-2.1.0.tgz'))).toEqual([]);
  });

  it.each([
    ['node16', 'typed.mts'],
    ['node16', 'typed.cts'],
    ['preserve', 'typed.ts'],
  ])('is fully typed for module %s from %s', { timeout: 60_000 }, async (module, file) => {
    await writeFile(join(project, file), typed);
    const options = ['--module', module, '--target', 'es2022', '--lib', 'es2022,dom'];
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const outcome = run(process.execPath, [compiler, ...options, ...strict, file], { cwd: project });
    await outcome.catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
  });

  it('brings the command svc', async () => {
    const { stdout } = await run('npx', ['--offline', 'svc', '--help'], { cwd: project });
    expect(stdout).toContain('svc listen [options]');
    const refused = run('npx', ['--offline', 'svc', 'listen'], { cwd: project, env: { PATH: process.env['PATH'] } });
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('SVC_API_KEY') as string });
  });

  it('holds the bundles, their types, README and licence, and depends on nothing', async () => {
    const installed = join(project, 'node_modules', '@svc', 'sdk');
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const bundles = ['index', 'testing', 'webhooks'].flatMap((name) =>
      ['.cjs', '.d.cts', '.d.mts', '.mjs', '.node.mjs'].map((end) => name + end),
    );
    bundles.push('svc.mjs');
    const shared = ['json-object', 'signing-keys'].flatMap((name) => [`${name}.cjs`, `${name}.mjs`]);
    shared.push('WebhookEvent.d.cts', 'WebhookEvent.d.mts');
    expect(files.sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', ...shared, ...bundles].sort(),
    );
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: '@svc/sdk', version: '2.1.0', publishConfig: { access: 'public' } });
    for (const name of ['private', 'dependencies', 'devDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(name);
  });

  it.each([
    // What all calls share, and each method.
    ['index', 6_100 + 50 * METHODS],
    ['webhooks', 1_500],
  ])('%s is at most %d bytes, minified and compressed', async (name, limit) => {
    const entry = join(project, 'node_modules', '@svc', 'sdk', 'dist', `${name}.mjs`);
    const outDir = join(folder, 'minified');
    await build({ ...bundling(), entry, outDir, minify: true });
    expect(gzipSync(await readFile(join(outDir, `${name}.mjs`))).length).toBeLessThanOrEqual(limit);
  });
});

/** What a program is given for one run. */
function given(): Record<string, string> {
  const SIGNATURE = `sha256=${createHmac('sha256', SECRET).update(event).digest('hex')}`;
  return { BASE_URL: server.url, EVENT: event, SIGNATURE, SECRET };
}

/** How a program's bundler takes in the package. */
function bundling(): InlineConfig {
  return {
    ...{ config: false, cwd: project, dts: false, fixedExtension: true, clean: false },
    logLevel: 'warn',
    platform: 'neutral',
    format: 'esm',
  };
}
