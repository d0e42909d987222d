import { readdir } from 'node:fs/promises';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { allOperations, problems } from '@svc/contract';
import { createLogger, loadConfig } from '@svc/core';
import { createTestDatabase, eventually, problem, startStack, type Stack, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Api } from '../api.js';
import {
  CHECKOUT_PAGE_PATH,
  operationalPaths,
  PROCESSOR_CALLBACK_PATH,
  SANDBOX_ACTION_PATH,
} from './operational-routes.js';
import { CONSOLE_FILE_PATH, consolePaths } from '../console/console-pages.js';

const METRICS_TOKEN = 'correct-horse-battery-staple';

/** The parts of a layer of Express's router that the test reads. */
interface Layer {
  readonly name: string;
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

describe('the routes of the API', () => {
  let database: TestDatabase;
  let api: Api;

  beforeAll(async () => {
    database = await createTestDatabase();
    const config = loadConfig({
      DATABASE_URL: database.url,
      REDIS_URL: process.env['SVC_TEST_REDIS_URL'],
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
      LOG_LEVEL: 'silent',
    });
    api = await createApi(config, createLogger(config, 'api'));
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  it('are those of the contract and of the reviewed list, and no others', () => {
    const layers = (api.express.router as unknown as { stack: Layer[] }).stack;
    const routes = layers.flatMap(({ route }) =>
      route === undefined ? [] : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`),
    );
    const ofContract = Object.values(allOperations).map(({ method, nestPath }) => `${method} ${nestPath}`);
    const operational = [...operationalPaths, ...consolePaths, CONSOLE_FILE_PATH].map((path) => `GET ${path}`);
    const pages = [SANDBOX_ACTION_PATH, CHECKOUT_PAGE_PATH].flatMap((path) => [`GET ${path}`, `POST ${path}`]);
    operational.push(...pages, `POST ${PROCESSOR_CALLBACK_PATH}`);
    expect(routes.sort()).toEqual([...ofContract, ...operational].sort());
  });

  it('are the only ones that respond; the other layers only pass requests on', () => {
    const layers = (api.express.router as unknown as { stack: Layer[] }).stack;
    const others = layers.filter(({ route }) => route === undefined).map(({ name }) => name);
    expect(others).toHaveLength(7);
  });
});

describe('the operational addresses', () => {
  let stack: Stack;
  let key: string;

  beforeAll(async () => {
    const env = { PUBLIC_URL: 'https://pay.example.com/', METRICS_TOKEN };
    stack = await startStack({ worker: 0, env });
    key = (await stack.createAccount()).testKey;
  });

  afterAll(() => stack.close());

  const accept = (type: string) => ({ headers: { accept: type } });

  it.each([
    ...['/healthz', '/readyz', '/openapi.json', '/openapi.yaml', '/docs', '/docs/init.js', '/docs/swagger-ui.css'],
    ...['/reference', '/reference/init.js', '/reference/standalone.js'],
  ])('GET %s: 200 without a key', async (path) => {
    const answer = await stack.client().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
  });

  it.each([
    ['/', 'docs'],
    ['/docs/', '../docs'],
    ['/reference/', '../reference'],
    ['/errors/', '../errors'],
  ])('GET %s: redirects to %s', async (path, to) => {
    const answer = await stack.client().get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  });

  it.each(Object.keys(problems) as (keyof typeof problems)[])(
    'GET /errors/%s: cause, remedy, example',
    async (code) => {
      const client = stack.client();
      const json = await client.get(`/errors/${code}`, accept('application/json'));
      const { status, title, cause, fix, example } = problems[code];
      expect(json.body).toMatchObject({ code, status, title, cause, fix, example: { code, status, detail: example } });
      expect(json.body['example']).toMatchObject({ type: `https://pay.example.com/errors/${code}` });

      const html = await client.get(`/errors/${code}`, accept('text/html,application/xhtml+xml,*/*;q=0.8'));
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.text).toContain(`<h1>${title}</h1>`);
      expect(html.text.replaceAll(/<[^>]+>/g, '')).toContain(plain(fix));
    },
  );

  it('GET /errors: every code', async () => {
    const client = stack.client();
    const { body } = await client.get('/errors', accept('application/json'));
    expect((body['data'] as { code: string }[]).map(({ code }) => code)).toEqual(Object.keys(problems));
    expect((await client.get('/errors', accept('text/html'))).text).toContain('href="/errors/rate_limited"');
  });

  it.each(['/errors/nothing', '/errors/__proto__', '/errors/toString', '/docs/package.json', '/reference/x'])(
    'GET %s: 404 as a problem',
    async (path) => {
      const answer = await stack.client().get(path);
      expect(problem(answer)).toEqual([404, 'not_found']);
    },
  );

  it.each(
    [
      '/Healthz',
      '/healthz/',
      '/v1/Payments',
      '/V1/payments',
      '/v1/payments/',
      '/v1//payments',
      '/v1/payments/pay_1/',
    ].flatMap((path) => [`GET ${path}`, `DELETE ${path}`]),
  )('%s: 404, since paths must match exactly', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await stack.client(key).send(method, path);
    expect(problem(answer)).toEqual([404, 'not_found']);
  });

  it.each(operationalPaths)('HEAD %s responds as GET does; other methods: 405 with Allow', async (path) => {
    const client = stack.client(METRICS_TOKEN);
    const address = path.replace(':file', 'swagger-ui.css').replace(':code', 'internal');
    const [got, head] = [await client.get(address), await client.send('HEAD', address)];
    expect([head.status, head.text]).toEqual([path.endsWith('/') ? 302 : 200, '']);
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    // The metrics change between two requests.
    if (path !== '/metrics') expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    for (const method of ['POST', 'DELETE']) {
      const answer = await client.send(method, address);
      expect(problem(answer)).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  });

  it('only the files of Swagger UI that its page loads', async () => {
    const client = stack.client();
    const files = await readdir(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')));
    const page = (await client.get('/docs')).text;
    const served = [];
    for (const file of files) {
      if ((await client.get(`/docs/${file}`)).status === 200) served.push(file);
    }
    expect(files).toContain('index.html');
    expect(served.sort()).toEqual(['favicon-32x32.png', 'swagger-ui-bundle.js', 'swagger-ui.css']);
    for (const file of served) expect(page).toContain(`"/docs/${file}"`);
  });

  it('the type of a problem is the URL of its page', async () => {
    const { body } = await stack.client().get('/v1/payments');
    expect(body['type']).toBe('https://pay.example.com/errors/unauthorized');
  });
});

describe('/reference', () => {
  it('loads only files of this service, and shows the contract with its samples', async () => {
    const stack = await startStack({ worker: 0 });
    const client = stack.client();
    const page = (await client.get('/reference')).text;
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = '']) => path);
    expect(loaded).toContain('/reference/standalone.js');
    for (const path of loaded) expect((await client.get(path)).status).toBe(200);
    const [, text = ''] =
      /createApiReference\('#reference', (.*)\);/.exec((await client.get('/reference/init.js')).text) ?? [];
    const { url } = JSON.parse(text) as { url: string };
    const { body } = await client.get(url);
    const paths = Object.values(
      body['paths'] as Record<string, Record<string, { 'x-codeSamples'?: { lang: string }[] }>>,
    );
    const operations = paths.flatMap((item) => Object.entries(item).filter(([name]) => name !== 'parameters'));
    expect(operations.length).toBeGreaterThan(0);
    for (const [, operation] of operations) {
      expect(operation['x-codeSamples']?.map(({ lang }) => lang)).toEqual(['JavaScript', 'Python', 'Java', 'PHP']);
    }
    await stack.close();
  });
});

describe.each(['/docs', '/reference'])('the test key in the script of %s', (documentation) => {
  const testKey = 'sk_test_filledIn';

  /** The content of init.js for a browser that uses this Host. */
  async function script(stack: Stack, headers: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      get(`${stack.apiUrl}${documentation}/init.js`, { headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve(text));
      }).once('error', reject);
    });
  }

  it('is only filled in for loopback connections with a loopback Host and without a proxy', async () => {
    const stack = await startStack({ worker: 0, env: { DOCS_TEST_KEY: testKey } });
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) {
      expect(await script(stack, { host })).toContain(testKey);
    }
    for (const host of [
      'evil.example.com',
      'localhost.evil.example.com',
      '127.0.0.1.nip.io:3000',
      '10.0.0.1',
      '0.0.0.0',
    ]) {
      expect(await script(stack, { host })).not.toContain(testKey);
    }
    for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']) {
      expect(await script(stack, { host: 'localhost', [header]: 'x' })).not.toContain(testKey);
    }
    // Another site may reference the script, but Cross-Origin-Resource-Policy blocks it.
    const { headers } = await stack.client().get(`${documentation}/init.js`);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    await stack.close();
  });

  it('is never filled in when the API listens on other interfaces', async () => {
    const stack = await startStack({ worker: 0, env: { DOCS_TEST_KEY: testKey, HOST: '0.0.0.0' } });
    expect(await script(stack, { host: 'localhost' })).not.toContain(testKey);
    await stack.close();
  });
});

describe('/readyz', () => {
  it('returns 503 within two seconds while Postgres does not respond, and 200 afterwards', async () => {
    const stack = await startStack({ worker: 0, cuttable: true });
    const client = stack.client();
    expect((await client.get('/readyz')).status).toBe(200);
    stack.postgres.block();
    for (let n = 0; n < 2; n += 1) {
      const started = performance.now();
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/readyz')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(performance.now() - started).toBeLessThan(2_500);
    }
    expect((await client.get('/healthz')).status).toBe(200);
    stack.postgres.mend();
    await eventually(async () => expect((await client.get('/readyz')).status).toBe(200));
    await stack.close();
  });
});

/** The text as HTML shows it. */
function plain(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return escaped.replaceAll('`', '');
}
