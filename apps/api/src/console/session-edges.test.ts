import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, forThisFile, PASSWORD, rowId, startStack, type Account, type ConsoleBrowser } from '@svc/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';

const SESSION = '/console/api/session';

const stack = await forThisFile(startStack({ worker: 0, env: { TRUST_PROXY: '1' } }));
let account: Account;
let ada: ConsoleBrowser;
let people = 0;

beforeEach(async () => {
  account = await stack.createAccount();
  ada = stack.browser(`198.51.100.${(people += 1)}`);
  await ada.join(await stack.createConsoleLink(account.accountId), `edge${people}@example.com`);
});

/** Runs `work` while a transaction holds what `sql` changes, until a statement with `waiting` waits for it. */
async function whileHeld<T>(sql: string, waiting: string, work: () => Promise<T>, before = async () => {}): Promise<T> {
  const holder = new pg.Client({ connectionString: stack.ownerUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(sql);
    const working = work();
    await eventually(async () => expect(await stack.waitingForLock(waiting)).toBe(1));
    await before();
    await holder.query('COMMIT');
    return await working;
  } finally {
    await holder.end();
  }
}

describe('401 unauthorized', () => {
  it('for a person who is removed while they sign in', async () => {
    const signIn = () => ada.send('POST', SESSION, { email: ada.email, password: PASSWORD });
    const answer = await whileHeld(
      `DELETE FROM memberships WHERE user_id = ${rowId(ada.id)}`,
      'INSERT INTO sessions',
      signIn,
    );
    expect([answer.status, answer.body['code']]).toEqual([401, 'unauthorized']);
  });

  it('for a session that ends while it is confirmed', async () => {
    const confirm = () => ada.send('POST', `${SESSION}/confirm`, { password: PASSWORD });
    const answer = await whileHeld(
      `UPDATE users SET name = 'Ada Lovelace' WHERE id = ${rowId(ada.id)}`,
      'DELETE FROM sessions',
      confirm,
      async () => {
        await stack.query('UPDATE sessions SET ends_at = now() WHERE user_id = $1', [rowId(ada.id)]);
      },
    );
    expect([answer.status, answer.body['code']]).toEqual([401, 'unauthorized']);
  });
});

it('429 after 600 requests a minute, also of those that concern no account', async () => {
  const statuses: number[] = [];
  for (let request = 0; request < 601; request += 1) statuses.push((await ada.send('GET', SESSION)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  const refused = await ada.send('GET', '/console/api/accounts');
  expect([refused.status, refused.body['code'], refused.headers.get('ratelimit-policy')]).toEqual([
    429,
    'rate_limited',
    '"console";q=600;w=60',
  ]);
  expect((await ada.send('DELETE', SESSION)).status).toBe(204);
});

it('a session with a short CONSOLE_SESSION_IDLE lasts while it is in use', async () => {
  const brief = await startStack({ worker: 0, env: { CONSOLE_SESSION_IDLE: '4s' } });
  const { accountId } = await brief.createAccount();
  const grace = brief.browser('127.0.0.1');
  await grace.join(await brief.createConsoleLink(accountId), 'grace@example.com');
  for (let n = 0; n < 12; n += 1) {
    await sleep(500);
    expect((await grace.send('GET', SESSION)).status).toBe(200);
  }
  await brief.close();
});
