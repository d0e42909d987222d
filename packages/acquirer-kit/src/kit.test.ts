import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDINGS, startAcquirer, type ReferenceAcquirer } from '@svc/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CallbackReceiver } from './callbacks.js';
import { Gateway } from './gateway.js';
import { report } from './report.js';
import { Run, type RunSettings } from './run.js';

const BIN = fileURLToPath(new URL('../bin/acquirer-kit.mjs', import.meta.url));

const settings: RunSettings = {
  ...{ version: '1.4', currency: 'USD', amount: 1_000, token: null, declinedToken: undefined },
  ...{ declinedAmount: 1_000 + ENDINGS.declined, pendingAmount: 1_000 + ENDINGS.pending },
  actionAmount: 1_000 + ENDINGS.requiresAction,
};

let acquirer: ReferenceAcquirer;
let old: ReferenceAcquirer;
let folder: string;
let proxy: Server | undefined;

beforeAll(async () => {
  [acquirer, old] = await Promise.all([startAcquirer(), startAcquirer({ contractVersion: '1.3' })]);
  folder = await mkdtemp(join(tmpdir(), 'svc-test-kit-'));
  await writeFile(join(folder, 'ca.pem'), acquirer.caPem);
});

afterEach(async () => {
  proxy?.closeAllConnections();
  await new Promise((resolve) => (proxy === undefined ? resolve(undefined) : proxy.close(resolve)));
  proxy = undefined;
  await acquirer.showStatement({});
  await acquirer.fault({});
});

afterAll(async () => {
  await Promise.all([acquirer.close(), old.close()]);
  await rm(folder, { recursive: true });
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

/** What is wrong with a gateway: it changes requests on their way in, or responses on their way out. */
interface Breakage {
  readonly request?: (call: Call) => Call;
  readonly response?: (answer: Answer, call: Call, ask: (call: Call) => Promise<Answer>) => Answer | Promise<Answer>;
}

const forward = (call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, headers } = call;
    const sent = httpsRequest(acquirer.url + call.path, { method, headers, ca: acquirer.caPem }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once('error', reject).end(call.body);
  });

async function callOf(request: IncomingMessage): Promise<Call> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const kept = ['authorization', 'content-type', 'idempotency-key'].flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
  );
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(kept) as Record<string, string>,
    body,
  };
}

/** Puts a broken gateway in front of the acquirer. */
async function broken({ request = (call) => call, response = (answer) => answer }: Breakage): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void callOf(incoming).then(async (call) => {
      const { status, type = 'application/json', body } = await response(await forward(request(call)), call, forward);
      outgoing.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  proxy = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function linesFor(url: string, change: Partial<RunSettings> = {}): Promise<string[]> {
  const lines: string[] = [];
  const gateway = new Gateway({ url, apiKey: acquirer.apiKey, ca: acquirer.caPem });
  await report(new Run(gateway, { ...settings, ...change }, undefined), (line) => lines.push(line));
  return lines;
}

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const onPath = (path: string, change: (body: Record<string, unknown>) => object): Breakage => ({
  response: (answer, call) =>
    call.method === 'POST' && call.path === path && answer.status === 200
      ? { ...answer, body: JSON.stringify({ ...parse(answer.body), ...change(parse(answer.body)) }) }
      : answer,
});
const statement = (change: (data: Record<string, unknown>[]) => unknown[]): Breakage => ({
  response: (answer, call) => {
    if (!call.path.startsWith('/operations?') || answer.status !== 200) return answer;
    const page = parse(answer.body);
    return { ...answer, body: JSON.stringify({ ...page, data: change(page['data'] as Record<string, unknown>[]) }) };
  },
});

let repeats = 0;
const seen = new Set<string>();
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const EVER = 'from=2020-01-01T00:00:00.000Z&to=2100-01-01T00:00:00.000Z';

/** Does the work of a reference again when it arrives a second time before the first was answered. */
function repeatedAtOnce(path: string): Breakage {
  const inWork = new Map<string, number>();
  const keyOf = (call: Call): string => call.headers['idempotency-key'] ?? '';
  return {
    request: (call) => {
      if (call.path !== path) return call;
      const n = (inWork.get(keyOf(call)) ?? 0) + 1;
      inWork.set(keyOf(call), n);
      return n === 1 ? call : { ...call, headers: { ...call.headers, 'idempotency-key': `${keyOf(call)}-${n}` } };
    },
    response: (answer, call) => {
      if (call.path !== path) return answer;
      inWork.delete(keyOf(call));
      if (answer.status !== 200) return answer;
      return { ...answer, body: JSON.stringify({ ...parse(answer.body), reference: keyOf(call) }) };
    },
  };
}

/** Each break, and the guarantee that it breaks. */
const BREAKS: Readonly<Record<string, readonly [string, Breakage]>> = {
  'a gateway that does the work of a repeated reference again': [
    'refunds a part once, however often it is requested',
    {
      request: (call) => {
        const key = call.headers['idempotency-key'];
        if (call.path !== '/refunds' || key === undefined) return call;
        const isRepeat = seen.has(key);
        seen.add(key);
        const again = { ...call.headers, 'idempotency-key': `${key}-again-${(repeats += 1)}` };
        return isRepeat ? { ...call, headers: again } : call;
      },
      response: (answer, call) =>
        call.path === '/refunds' && answer.status === 200
          ? { ...answer, body: JSON.stringify({ ...parse(answer.body), reference: call.headers['idempotency-key'] }) }
          : answer,
    },
  ],
  'a gateway that answers a changed repetition as the first one': [
    'answers 409 to a known reference with another amount',
    {
      response: (answer, call, ask) => {
        const path = `/operations/${call.headers['idempotency-key'] ?? ''}`;
        return answer.status === 409 ? ask({ ...call, method: 'GET', path, body: '' }) : answer;
      },
    },
  ],
  'a gateway that declines with status 402': [
    'declines with status 200 and a code',
    {
      response: (answer) => (answer.body.includes('insufficient_funds') ? { ...answer, status: 402 } : answer),
    },
  ],
  'a gateway whose 404 says nothing': [
    'answers 404 operation_not_found',
    { response: (answer) => (answer.status === 404 ? { ...answer, body: '{"error":"Not Found"}' } : answer) },
  ],
  'a gateway that answers as HTML': [
    'takes money, and repeats the outcome',
    { response: (answer) => ({ ...answer, type: 'text/html' }) },
  ],
  'a gateway that captures twice': [
    'holds money, captures it once',
    onPath('/captures', (body) => (body['code'] === 'already_captured' ? { status: 'approved' } : {})),
  ],
  'a gateway that voids what was taken': [
    'declines to void captured money with already_captured',
    onPath('/voids', (body) => (body['code'] === 'already_captured' ? { status: 'approved' } : {})),
  ],
  'a gateway that forgets a void': [
    'releases held money; the authorization is then declined with voided',
    {
      response: (answer) =>
        answer.body.includes('"voided"')
          ? { ...answer, body: JSON.stringify({ ...parse(answer.body), status: 'approved' }) }
          : answer,
    },
  ],
  'a gateway that always captures everything': [
    'captures part of a hold, and releases the rest',
    {
      request: (call) =>
        call.path === '/captures'
          ? { ...call, body: JSON.stringify({ ...parse(call.body), amount: { value: 1_000, currency: 'USD' } }) }
          : call,
    },
  ],
  'a gateway that refuses the details of 1.4': [
    'takes customer, description, returnUrl and initiator',
    {
      request: (call) =>
        call.body.includes('"initiator"') ? { ...call, body: call.body.replace('"initiator"', '"unknown"') } : call,
    },
  ],
  'a gateway that takes malformed requests': [
    'refuses an authorization over an amount of zero with 400',
    {
      response: (answer, call) => {
        const approved = { reference: call.headers['idempotency-key'], operation: 'authorize', status: 'approved' };
        return answer.status === 400 ? { status: 200, body: JSON.stringify(approved) } : answer;
      },
    },
  ],
  'a gateway that takes any key': [
    'refuses a wrong API key with 401',
    {
      request: (call) => ({ ...call, headers: { ...call.headers, authorization: `Bearer ${acquirer.apiKey}` } }),
    },
  ],
  'a gateway whose payer may still act after a void': [
    'asks the payer on a page of its own, until the authorization is voided',
    onPath('/voids', (body) =>
      body['status'] === 'approved' ? { status: 'declined', code: 'no', message: 'No.' } : {},
    ),
  ],
  'a gateway that is never pending': [
    'settles a pending authorization',
    onPath('/authorizations', (body) => (body['status'] === 'pending' ? { status: 'approved' } : {})),
  ],
  'a statement that leaves something out': [
    'lists every operation of this run exactly once',
    statement((data) => (data.length > 1 ? data.slice(1) : data)),
  ],
  'a statement that shows something twice': [
    'lists every operation of this run exactly once',
    statement((data) => data.flatMap((line, index) => (index === 0 && data.length < 7 ? [line, line] : [line]))),
  ],
  'a statement with other amounts': [
    'lists every operation of this run exactly once',
    statement((data) =>
      data.map((line) => (line['amount'] === undefined ? line : { ...line, amount: { value: 1, currency: 'USD' } })),
    ),
  ],
  'a statement that ignores its range': [
    'lists the range that is asked for',
    {
      request: (call) => ({ ...call, path: call.path.replace(/(?<=^\/operations\?)from=[^&]*&to=[^&]*/, EVER) }),
    },
  ],
  'a statement with a line of long ago': [
    'lists every operation of this run exactly once',
    statement((data) => data.map((line, index) => (index === 0 ? { ...line, receivedAt: LONG_AGO } : line))),
  ],
  'a gateway that refunds a reference again if it arrives at once': [
    'refunds money once under one reference, even if it arrives several times at once',
    repeatedAtOnce('/refunds'),
  ],
  'a gateway that refunds as often as it is asked at once': [
    'never refunds more than was taken, even by several refunds at once',
    onPath('/refunds', () => ({ status: 'approved' })),
  ],
  'a gateway that captures as often as it is asked at once': [
    'captures money once, even by several captures at once',
    onPath('/captures', () => ({ status: 'approved' })),
  ],
  'a statement in another order': [
    'lists operations in the order of their time',
    statement((data) => [...data].reverse()),
  ],
};

describe('the reference acquirer', () => {
  it.each(['1.4', '1.3'] as const)('passes every check of %s, with the command', async (version) => {
    const { url, apiKey } = version === '1.4' ? acquirer : old;
    await writeFile(join(folder, `${version}.pem`), (version === '1.4' ? acquirer : old).caPem);
    const args = [
      '--url',
      url,
      '--api-key',
      apiKey,
      '--contract-version',
      version,
      '--ca',
      join(folder, `${version}.pem`),
    ];
    const amounts = ['--declined-amount', '1005', '--pending-amount', '1009', '--action-amount', '1007'];
    const { code, output } = await command([...args, ...amounts]);
    expect(output.filter((line) => line.startsWith('failed'))).toEqual([]);
    const last = output.at(-1) ?? '';
    expect([code, last]).toEqual([0, expect.stringMatching(/^\d\d passed, 0 failed$/)]);
    const skipped = output.filter((line) => line.startsWith('skipped'));
    expect(skipped.filter((line) => line.endsWith('since 1.4'))).toHaveLength(version === '1.4' ? 0 : 3);
    expect(output.some((line) => line.includes('signs its callbacks: needs --callback-secret'))).toBe(true);
  });

  it.each([undefined, 'forged'] as const)('has signed callbacks, unless they are %s', async (fault) => {
    const receiver = new CallbackReceiver(acquirer.callbackSecret);
    const port = await receiver.listen(0);
    await acquirer.callBackTo(`http://127.0.0.1:${port}`);
    await acquirer.fault(fault === undefined ? {} : { callbackRates: { forged: 1 } });
    const lines: string[] = [];
    const gateway = new Gateway({ url: acquirer.url, apiKey: acquirer.apiKey, ca: acquirer.caPem });
    await report(new Run(gateway, settings, receiver), (line) => lines.push(line));
    await receiver.close();
    expect(lines).toContain(`${fault === undefined ? 'passed ' : 'failed '} signs its callbacks`);
  });
});

it('a callback that breaks off or is too long is a problem of the gateway, and does not end the run', async () => {
  const receiver = new CallbackReceiver(acquirer.callbackSecret);
  const port = await receiver.listen(0);
  const half = connect(port, '127.0.0.1');
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{', () => half.destroy());
  await expect.poll(() => receiver.heard).toMatchObject([{ problem: 'a request that broke off' }]);
  const long = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'x'.repeat(70_000) });
  expect([long.status, receiver.heard[1]?.problem]).toEqual([401, 'a body of more than 64 KiB']);
  await receiver.close();
});

describe('a broken gateway', () => {
  it.each(Object.entries(BREAKS))('%s is found', async (_what, [guarantee, breakage]) => {
    const lines = await linesFor(await broken(breakage));
    const found = lines.findIndex((line) => line.startsWith('failed ') && line.includes(guarantee));
    expect(lines.filter((line) => line.includes(guarantee))).toEqual([expect.stringMatching(/^failed /)]);
    const explained = lines.slice(found + 1, found + 4).map((line) => line.trim().split(/\s/)[0]);
    expect(explained).toEqual(['sent', 'expected', 'came']);
    expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9]\d* failed$/);
  });
});

function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string[]; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output: stdout.trim().split('\n'), errors: stderr });
    });
  });
}

describe('the command', () => {
  it.each([
    [[], '--url is required'],
    [['--url', 'https://gateway.example.com'], '--api-key is required'],
    [['--url', 'gateway', '--api-key', 'k'], '--url must be a URL'],
    [['--url', 'https://g.example.com/?a=1', '--api-key', 'k'], '--url must be a URL without a query'],
    [['--url', 'https://g.example.com', '--api-key', 'k\n'], '--api-key must have visible ASCII characters only'],
    [['--url', 'https://g.example.com', '--api-key', 'k', '--ca', '/nowhere.pem'], '--ca cannot be read: ENOENT'],
    [
      ['--url', 'https://g.example.com', '--api-key', 'k', '--callback-secret', 's', '--callback-port', '65536'],
      '--callback-port must be a port',
    ],
    [['--url', 'https://g.example.com', '--api-key', 'k', '--contract-version', '2'], '--contract-version must be'],
    [['--url', 'https://g.example.com', '--api-key', 'k', '--amount', '9'], '--amount must be at least 500'],
    [['--url', 'https://g.example.com', '--api-key', 'k', '--callback-port', '1'], 'go together'],
  ])('%j: says what is wrong, and how it is used', async (args, problem) => {
    const { code, errors } = await command(args);
    expect([code, errors]).toEqual([2, expect.stringContaining(problem)]);
    expect(errors).toContain('Usage: acquirer-kit --url');
  });

  it('ends with 2 when its port is taken', async () => {
    const receiver = new CallbackReceiver('whsec_c2VjcmV0');
    const port = String(await receiver.listen(0));
    const args = ['--url', 'http://127.0.0.1:1', '--callback-port', port];
    const { code, errors } = await command(args, { ACQUIRER_API_KEY: 'k', ACQUIRER_CALLBACK_SECRET: 'whsec_c2VjcmV0' });
    expect([code, errors]).toEqual([2, expect.stringContaining('--callback-port cannot be used: listen EADDRINUSE')]);
    await receiver.close();
  });

  it('ends with 1 when nobody answers', async () => {
    const { code, output } = await command(['--url', 'http://127.0.0.1:1', '--api-key', 'k']);
    expect([code, output.at(-1)]).toEqual([1, expect.stringMatching(/^0 passed, \d+ failed$/)]);
    expect(output.some((line) => line.includes('ECONNREFUSED'))).toBe(true);
  });
});
