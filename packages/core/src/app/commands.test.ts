import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createConsoleLink, issueKey, suspendAccount } from './commands.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const newPepper = (): string => randomBytes(32).toString('base64');
const FIRST = newPepper();

describe('a command on accounts', () => {
  it('does nothing with a pepper that knows no key of the database', async () => {
    const [apiKeyPepper, wrong] = [FIRST, newPepper()];
    const databaseUrl = database.url;
    const { accountId } = await createAccount({ databaseUrl, apiKeyPepper, tier: 'free' });
    const target = { databaseUrl, accountId, apiKeyPepper: wrong };
    const refused = { name: 'PepperMismatch', message: expect.stringContaining('No key would work.') as string };
    await expect(createAccount({ ...target, tier: 'free' })).rejects.toMatchObject(refused);
    await expect(issueKey({ ...target, mode: 'live' })).rejects.toMatchObject(refused);
    await expect(createConsoleLink(target)).rejects.toMatchObject(refused);
    await expect(suspendAccount({ ...target, isSuspended: true })).resolves.toMatchObject({ accountId });
    // The new pepper in front of the old one, as in a rotation.
    const rotated = { ...target, apiKeyPepper: `${wrong},${apiKeyPepper}` };
    await expect(issueKey({ ...rotated, mode: 'live' })).resolves.toMatchObject({ accountId });
  });

  it('makes new keys under another pepper once the old ones are given up', async () => {
    const databaseUrl = database.url;
    const { accountId } = await createAccount({ databaseUrl, apiKeyPepper: FIRST, tier: 'free' });
    const page = await readFile('docs/operations/accounts.md', 'utf8');
    const [, statement = ''] = /### A lost pepper[^]*?-c "(UPDATE api_keys [^"]+)"/.exec(page) ?? [];
    const client = new pg.Client(databaseUrl);
    await client.connect();
    expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
    await client.end();
    await expect(issueKey({ databaseUrl, accountId, apiKeyPepper: newPepper(), mode: 'live' })).resolves.toMatchObject({
      accountId,
    });
  });

  it('names an invalid pepper, and not its value', async () => {
    const refused = createAccount({ databaseUrl: database.url, apiKeyPepper: 'short', tier: 'free' });
    await expect(refused).rejects.toThrow(/^API_KEY_PEPPER: (?!.*short)/);
  });
});
