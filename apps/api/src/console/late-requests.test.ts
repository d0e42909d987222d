import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsoleBrowser, eventually, forThisFile, startStack, type Account } from '@svc/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';

const PEOPLE = '/console/api/people';
const INVITATIONS = '/console/api/invitations';

const LIVE = '/console/api/live/v1';
const KEYS = `${LIVE}/security/api-keys`;
const KEY = { name: 'K', scopes: ['security:write'] };
const CHANGES = [
  ['removed', 'DELETE FROM memberships'],
  ['demoted', "UPDATE memberships SET role = 'viewer'"],
] as const;

let account: Account;
let owner: Person;
let other: Person;
let people = 0;

interface Person {
  readonly id: string;
  readonly browser: ConsoleBrowser;
}

const stack = await forThisFile(startStack({ worker: 0 }));

beforeEach(async () => {
  account = await stack.createAccount();
  [owner, other] = [await join(), await join()];
});

async function join(): Promise<Person> {
  const email = `late${(people += 1)}@example.com`;
  const token = await stack.createConsoleLink(account.accountId, { email, role: 'owner' });
  const browser = new ConsoleBrowser(stack.apiUrl, '203.0.113.1');
  const given = { token, name: 'Ada', email, password: 'correct horse battery staple' };
  const { status, body } = await browser.send('POST', '/console/api/links/redeem', given);
  expect(status).toBe(200);
  return { id: (body['user'] as { id: string }).id, browser };
}

/** Sends a request whose body only ends when the result is called. */
function sendSlowly({ browser }: Person, path: string, body: object): () => Promise<number> {
  const text = JSON.stringify(body);
  const headers = {
    ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'content-length': text.length },
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const sent = request(`${stack.apiUrl}${path}`, { method: 'POST', headers });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
  });
  sent.write(text.slice(0, 1));
  return () => {
    sent.end(text.slice(1));
    return answered;
  };
}

/** The key of the other person's membership. */
function membership(): [accountId: string, userId: string] {
  return [account.accountId.slice('acct_'.length), other.id.slice('usr_'.length)];
}

async function invitations(): Promise<unknown> {
  return (await owner.browser.send('GET', INVITATIONS)).body['data'];
}

describe('a person who may no longer manage the team', () => {
  it('does not finish a request whose body arrives late', async () => {
    const keys = '/console/api/test/v1/security/api-keys';
    const finish = [
      sendSlowly(other, INVITATIONS, { role: 'owner' }),
      sendSlowly(other, keys, { name: 'Kept', scopes: ['*'] }),
    ];
    await sleep(200);
    expect((await owner.browser.send('DELETE', `${PEOPLE}/${other.id}`)).status).toBe(204);
    // Other processes may take a session for valid for three seconds.
    await sleep(3_200);
    expect(await Promise.all(finish.map((end) => end()))).toEqual([401, 401]);
    expect(await invitations()).toEqual([]);
  });

  it.each(CHANGES)(
    'changes nothing that outlasts their session after another process has %s them',
    async (_, change) => {
      const key = (await owner.browser.send('POST', KEYS, KEY)).body['id'] as string;
      const endpoint = { url: 'https://example.com/hook', events: ['*'] };
      const webhook = (await owner.browser.send('POST', `${LIVE}/webhooks`, endpoint)).body['id'] as string;
      expect((await other.browser.send('GET', PEOPLE)).status).toBe(200);
      await stack.query(`${change} WHERE account_id = $1 AND user_id = $2`, membership());
      const asked: [string, string, object?][] = [
        ['POST', INVITATIONS, { role: 'owner' }],
        ['PATCH', `${PEOPLE}/${owner.id}`, { role: 'viewer' }],
        ['POST', KEYS, KEY],
        ['PATCH', `${KEYS}/${key}`, { name: 'Theirs' }],
        ['POST', `${KEYS}/${key}/rotate`],
        ['DELETE', `${KEYS}/${key}`],
        ['PATCH', `${LIVE}/security/config`, { allowedCidrs: [] }],
        ['POST', `${LIVE}/webhooks/${webhook}/rotate-secret`],
        ['POST', `${LIVE}/processors`, { kind: 'stripe', name: 'S', credentials: { secretKey: 'sk_test_x' } }],
      ];
      // At once, while the process takes the session for valid.
      const answers = asked.map(([method, path, body]) => other.browser.send(method, path, body, { 'if-match': '*' }));
      // 403 once the process has read the new role for another one of them.
      const refused = (await Promise.all(answers)).filter(({ status }) => status === 401 || status === 403);
      expect([refused.length, await invitations()]).toEqual([asked.length, []]);
    },
  );

  it.each([
    ['key', KEYS, KEY],
    ['invitation', INVITATIONS, { role: 'owner' }],
  ])('creates no %s that waits while they are removed', async (_, path, body) => {
    const remover = new pg.Client({ connectionString: stack.env['DATABASE_URL'] });
    await remover.connect();
    try {
      await remover.query('BEGIN');
      const [accountId] = membership();
      await remover.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      const created = other.browser.send('POST', path, body);
      await eventually(async () => expect(await stack.waitingForLock('FROM accounts')).toBe(1));
      await remover.query('DELETE FROM memberships WHERE account_id = $1 AND user_id = $2', membership());
      await remover.query('COMMIT');
      expect((await created).status).toBe(401);
    } finally {
      await remover.end();
    }
  });
});
