import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsoleBrowser, startStack, type Account, type Stack } from '@svc/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const PEOPLE = '/console/api/people';
const INVITATIONS = '/console/api/invitations';

let stack: Stack;
let account: Account;
let owner: Person;
let other: Person;
let people = 0;

interface Person {
  readonly id: string;
  readonly browser: ConsoleBrowser;
}

beforeAll(async () => {
  stack = await startStack({ worker: 0 });
});

beforeEach(async () => {
  account = await stack.createAccount();
  [owner, other] = [await join(), await join()];
});

afterAll(() => stack.close());

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

  it.each([
    ['removed', 'DELETE FROM memberships'],
    ['demoted', "UPDATE memberships SET role = 'viewer'"],
  ])('changes nothing after another process has %s them', async (_, change) => {
    expect((await other.browser.send('GET', PEOPLE)).status).toBe(200);
    const key = [account.accountId.slice('acct_'.length), other.id.slice('usr_'.length)];
    await stack.query(`${change} WHERE account_id = $1 AND user_id = $2`, key);
    const invited = await other.browser.send('POST', INVITATIONS, { role: 'owner' });
    const changed = await other.browser.send('PATCH', `${PEOPLE}/${owner.id}`, { role: 'viewer' });
    expect([invited.status, changed.status, await invitations()]).toEqual([401, 401, []]);
  });
});
