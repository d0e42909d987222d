import { operations, problems } from '@svc/contract';
import { createLogger, loadConfig, migrate } from '@svc/core';
import { createClient, createTestDatabase, startStack, type Stack, type TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Api } from '../api.js';
import { operationalPaths, SANDBOX_ACTION_PATH } from './operational-routes.js';

/** A layer of Express's router, as far as we look into it. */
interface Layer {
  readonly name: string;
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

describe('the routes of the API', () => {
  let database: TestDatabase;
  let api: Api;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrate(database.url);
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

  it('are those of the contract and those of the reviewed list, and no others', () => {
    const layers = (api.express.router as unknown as { stack: Layer[] }).stack;
    const routes = layers.flatMap(({ route }) =>
      route === undefined ? [] : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`),
    );
    const ofContract = Object.values(operations).map(({ method, nestPath }) => `${method} ${nestPath}`);
    const operational = operationalPaths.map((path) => `GET ${path}`);
    operational.push(`GET ${SANDBOX_ACTION_PATH}`, `POST ${SANDBOX_ACTION_PATH}`);
    expect(routes.sort()).toEqual([...ofContract, ...operational].sort());
  });

  it('are all that answers: what else hangs in the router only passes on', () => {
    const layers = (api.express.router as unknown as { stack: Layer[] }).stack;
    const others = layers.filter(({ route }) => route === undefined).map(({ name }) => name);
    expect(others).toHaveLength(5);
  });
});

describe('the operational addresses', () => {
  let stack: Stack;
  let key: string;

  beforeAll(async () => {
    stack = await startStack({ worker: 0, env: { PUBLIC_URL: 'https://pay.example.com/' } });
    key = (await stack.createAccount()).testKey;
  });

  afterAll(() => stack.close());

  const accept = (type: string) => ({ headers: { accept: type } });

  it.each(['/healthz', '/readyz', '/openapi.json', '/openapi.yaml', '/docs', '/docs/init.js', '/docs/swagger-ui.css'])(
    'GET %s: 200 without a key',
    async (path) => {
      const answer = await createClient(stack.apiUrl).get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('request-id')).toMatch(/^req_/);
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    },
  );

  it.each(Object.keys(problems) as (keyof typeof problems)[])(
    'GET /errors/%s: cause, remedy, example',
    async (code) => {
      const client = createClient(stack.apiUrl);
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
    const client = createClient(stack.apiUrl);
    const { body } = await client.get('/errors', accept('application/json'));
    expect((body['data'] as { code: string }[]).map(({ code }) => code)).toEqual(Object.keys(problems));
    expect((await client.get('/errors', accept('text/html'))).text).toContain('href="/errors/rate_limited"');
  });

  it.each(['/errors/nothing', '/errors/__proto__', '/errors/toString', '/docs/package.json', '/metrics'])(
    'GET %s: 404 as a problem',
    async (path) => {
      const answer = await createClient(stack.apiUrl).get(path);
      expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
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
  )('%s: 404, as addresses are taken to the letter', async (request) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await createClient(stack.apiUrl, key).send(method, path);
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found']);
  });

  it('the type of a problem is the address of its page', async () => {
    const { body } = await createClient(stack.apiUrl).get('/v1/payments');
    expect(body['type']).toBe('https://pay.example.com/errors/unauthorized');
  });
});

/** What HTML shows of a text of the contract. */
function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
