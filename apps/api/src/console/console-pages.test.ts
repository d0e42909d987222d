import { request } from 'node:http';
import { createClient, forThisFile, startStack } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const stack = await forThisFile(startStack({ worker: 0 }));
const client = stack.client();

describe('the pages of the console', () => {
  it.each(['/console', '/console/', '/console/sign-in', '/console/live/payments/pay_1?x=%22'])(
    '%s is the same page, with a policy of its own and a new nonce',
    async (path) => {
      const [one, other] = await Promise.all([client.get(path), client.get(path)]);
      expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(one.headers.get('cache-control')).toBe('no-store');
      const nonce = /'nonce-([\w-]{22})'/.exec(one.headers.get('content-security-policy') ?? '')?.[1];
      expect(one.text).toContain(`content="${nonce}"`);
      expect(other.text).not.toContain(nonce);
      expect(one.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(one.headers.get('content-security-policy')).not.toContain('unsafe');
    },
  );

  it('load files that browsers keep, compressed', async () => {
    const page = await client.get('/console');
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    const file = await client.get(script, { headers: { 'accept-encoding': 'gzip' } });
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['/console/assets/../index.html', '/console/assets/unknown.js', '/console/assets/%2e%2e%2findex.html'])(
    '404 for %s',
    async (path) => {
      expect(await statusOf(path, {})).toBe(404);
    },
  );

  it('404 under another host name', async () => {
    expect(await statusOf('/console', { host: 'evil.example' })).toBe(404);
  });
});

describe('CONSOLE=off', () => {
  it('leaves neither pages nor operations', async () => {
    const api = await stack.startApi({ CONSOLE: 'off' });
    const off = createClient(`http://127.0.0.1:${api.port}`);
    const headers = { 'sec-fetch-site': 'same-origin' };
    expect((await off.get('/console')).status).toBe(404);
    expect(
      (await off.post('/console/api/session', { email: 'a@example.com', password: 'x' }, { headers })).status,
    ).toBe(404);
    expect((await off.get('/console/api/test/v1/payments', { headers })).status).toBe(404);
    await stack.stopApi(api);
  });
});

describe('a PUBLIC_URL with https', () => {
  it('gives a cookie for this host only, and refuses other host names', async () => {
    const api = await stack.startApi({ PUBLIC_URL: 'https://pay.example.com' });
    const { accountId } = await stack.createAccount();
    const token = await stack.createConsoleLink(accountId);
    const body = JSON.stringify({ token, name: 'Ada', email: 'ada@example.com', password: 'correct horse' });
    const send = (host: string): Promise<Sent> =>
      sendRaw(`http://127.0.0.1:${api.port}/console/api/links/redeem`, body, { host, 'sec-fetch-site': 'same-origin' });
    expect((await send(`127.0.0.1:${api.port}`)).status).toBe(403);
    const redeemed = await send('pay.example.com');
    expect(redeemed.status).toBe(200);
    expect(redeemed.cookie).toMatch(/^__Host-svc_console=[\w-]{45}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    await stack.stopApi(api);
  });
});

describe('a PUBLIC_URL without https', () => {
  it('accepts no password under the name of another machine', async () => {
    const api = await stack.startApi({ PUBLIC_URL: 'http://pay.example.com' });
    const client = createClient(`http://127.0.0.1:${api.port}`);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const signIn = { email: 'a@example.com', password: 'x' };
    const refused = { status: 404, body: { code: 'not_found', detail: expect.stringMatching(/needs https/) } };
    expect(await client.post('/console/api/session', signIn, { headers })).toMatchObject(refused);
    expect(await client.get('/console')).toMatchObject(refused);
    await stack.stopApi(api);
  });
});

async function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(stack.apiUrl, { path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

interface Sent {
  readonly status: number;
  readonly cookie: string;
}

async function sendRaw(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers };
    const sent = request(url, { method: 'POST', headers: all }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, cookie: response.headers['set-cookie']?.[0] ?? '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
