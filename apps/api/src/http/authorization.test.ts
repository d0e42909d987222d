import { operations, type OperationDescriptor } from '@svc/contract';
import {
  makeSampleObjects,
  objectParameter,
  problem,
  rowId,
  sampleBody,
  samplePath,
  stackWithAccount,
  type Answer,
  type SampleObjects,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

/** Reviewed exceptions: operations for which a case cannot occur, with the reason. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {};

/**
 * Reviewed exceptions: objects that a live key of the account reaches in both modes, and a test key only in test mode.
 */
const REACHED_FROM_LIVE: ReadonlySet<string> = new Set(['keyId']);

const env = { WEBHOOK_ALLOW_INSECURE: 'false', FAILED_AUTH_LIMIT: '1000000' };
const { stack, account } = await stackWithAccount({ env });
const stranger = await stack.createAccount();
let objects: SampleObjects;
let liveKeyId: string;

const list: OperationDescriptor[] = Object.values(operations);
const withObject = list.filter((operation) => objectParameter(operation) !== undefined);

beforeAll(async () => {
  objects = await makeSampleObjects(stack, account.testKey);
  await stack.stopWorker();
  const body = { name: 'Live', scopes: ['payments:read'] };
  const made = await stack.client(account.liveKey).post('/v1/security/api-keys', body);
  liveKeyId = String(made.body['id']);
});

describe('row 25: the authorization matrix', () => {
  it('covers every operation with an object in its path', () => {
    const unknown = withObject.filter((operation) => !objects.has(objectParameter(operation) ?? ''));
    expect(unknown.map((operation) => operation.operationId)).toEqual([]);
    expect(Object.keys(LEFT_OUT).filter((id) => !list.some((operation) => operation.operationId === id))).toEqual([]);
  });

  describe.each(list)('$operationId', (operation) => {
    it.each([
      ['no key', undefined],
      ['a malformed key', 'sk_test_short'],
      ['a key with a wrong checksum', `sk_live_${'A'.repeat(38)}`],
    ])('401 with %s', async (_name, key) => {
      expectUnauthorized(await call(operation, key));
    });

    it.each(['revoked_at', 'expires_at'])('401 with a key whose %s has passed', async (column) => {
      const key = await keyOfItsOwn(`${column} = now() - interval '1 second'`);
      expectUnauthorized(await call(operation, key));
    });

    it('row 25b: 403 with a key that has every scope except the required one', async () => {
      const scopes = [...new Set(list.map(({ scope }) => scope))].filter((scope) => scope !== operation.scope);
      const key = await keyOfItsOwn(`scopes = '{${scopes.join(',')}}'`);
      const answer = await call(operation, key);
      expect(problem(answer)).toEqual([403, 'insufficient_scope']);
    });

    it('row 25b: 403 with a key used outside its networks', async () => {
      const answer = await call(operation, await keyOfItsOwn(`allowed_cidrs = '{203.0.113.0/24,2001:db8::/32}'`));
      expect(problem(answer)).toEqual([403, 'ip_not_allowed']);
    });

    it('403 with a key of a suspended account', async () => {
      const answer = await call(operation, await suspendedKey());
      expect(problem(answer)).toEqual([403, 'account_suspended']);
    });
  });

  describe.each(withObject)('row 24: $operationId', (operation) => {
    it('404 for objects of another account in both modes, and of the other mode', async () => {
      const reachedFromLive = REACHED_FROM_LIVE.has(objectParameter(operation) ?? '');
      const foreign = reachedFromLive ? [] : [account.liveKey];
      const answers = [stranger.testKey, stranger.liveKey, ...foreign].map((key) => call(operation, key));
      if (reachedFromLive) answers.push(call(operation, account.testKey, new Map([...objects, ['keyId', liveKeyId]])));
      for (const answer of await Promise.all(answers)) {
        expect(problem(answer)).toEqual([404, 'not_found']);
      }
    });
  });

  it('leaves all objects unchanged', async () => {
    const client = stack.client(account.testKey);
    const payment = await client.get(`/v1/payments/${objects.get('paymentId') ?? ''}`);
    expect(payment.body).toMatchObject({ status: 'pending', stage: 'awaiting_approval', version: 1 });
    const webhook = await client.get(`/v1/webhooks/${objects.get('webhookId') ?? ''}`);
    expect(webhook.body).toMatchObject({ version: 1, previousSecretExpiresAt: null });
    const key = await client.get(`/v1/security/api-keys/${objects.get('keyId') ?? ''}`);
    expect(key.body).toMatchObject({ name: 'Sample', status: 'active', replacedBy: null, allowedCidrs: [] });
  });
});

function call(operation: OperationDescriptor, key: string | undefined, on = objects): Promise<Answer> {
  const path = samplePath(operation, on);
  return stack.client(key).send(operation.method, path, sampleBody(operation));
}

const keys = new Map<string, Promise<string>>();

/** The test key of a new account, changed in the database before its first use, since keys are cached. */
function keyOfItsOwn(change: string): Promise<string> {
  const known = keys.get(change) ?? changedKey(change);
  keys.set(change, known);
  return known;
}

async function changedKey(change: string): Promise<string> {
  const other = await stack.createAccount('enterprise');
  await stack.changeKeys(other, change);
  return other.testKey;
}

let suspended: Promise<string> | undefined;

function suspendedKey(): Promise<string> {
  suspended ??= stack.createAccount('enterprise').then(async ({ accountId, testKey }) => {
    const id = rowId(accountId);
    await stack.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [id]);
    return testKey;
  });
  return suspended;
}

function expectUnauthorized(answer: Answer): void {
  expect([answer.status, answer.body['code'], answer.body['detail']]).toEqual([
    401,
    'unauthorized',
    'A valid API key is required.',
  ]);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}
