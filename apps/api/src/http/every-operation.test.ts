import { operations, type OperationDescriptor } from '@svc/contract';
import {
  eventually,
  makeSampleObjects,
  noteAnswer,
  problem,
  rowId,
  sampleBody,
  samplePath,
  sendBytes,
  stackWithAccount,
  type Answer,
  type RequestOptions,
  type SampleObjects,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const list: OperationDescriptor[] = Object.values(operations);
const withBody = list.filter((operation) => operation.hasBody);
const idempotent = list.filter((operation) => operation.idempotent);
const conditional = list.filter((operation) => operation.headers['If-Match'] !== undefined);

const { stack, account, client } = await stackWithAccount({ cuttable: true, env: { WEBHOOK_ALLOW_INSECURE: 'false' } });
const ownAccount = rowId(account.accountId);
let objects: SampleObjects;

beforeAll(async () => {
  objects = await makeSampleObjects(stack, account.testKey);
  await stack.stopWorker();
});

function call(operation: OperationDescriptor, options: RequestOptions = {}, body = sampleBody(operation)) {
  const condition: Record<string, string> = operation.statuses.includes(428) ? { 'if-match': '*' } : {};
  const headers = { ...condition, ...options.headers };
  return client.send(operation.method, samplePath(operation, objects), body, { ...options, headers });
}

function outcome(answer: Answer): unknown[] {
  expect(answer.headers.get('request-id')).toMatch(/^req_/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return problem(answer);
}

describe.each(list)('$operationId', (operation) => {
  it('400 for an unknown query parameter', async () => {
    const path = `${samplePath(operation, objects)}?unknownParameter=1`;
    const answer = await client.send(operation.method, path, sampleBody(operation));
    expect(outcome(answer)).toEqual([400, 'invalid_query']);
  });
});

describe.each(list.filter(({ answerTypes }) => answerTypes.length > 0))('$operationId', (operation) => {
  it.each(['text/html', 'application/problem+json'])('406 when Accept allows only %s', async (accept) => {
    const answer = await call(operation, { headers: { accept } });
    expect(outcome(answer)).toEqual([406, 'not_acceptable']);
  });
});

describe.each(list.filter(({ answerTypes }) => answerTypes.length === 0))('$operationId', (operation) => {
  it('ignores Accept, since its responses have no body; its problems stay problems', async () => {
    const answer = await call(operation, { headers: { accept: 'text/html', 'if-match': '"4711"' } });
    expect(outcome(answer)).toEqual([412, 'precondition_failed']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(operation.statuses).not.toContain(406);
  });
});

describe.each(withBody)('the body of $operationId', (operation) => {
  it('400, 413, 415 and 422 for a body that is malformed, too large, of another type, or has an unknown field', async () => {
    expect(outcome(await call(operation, { raw: '{"' }))).toEqual([400, 'malformed_json']);
    expect(outcome(await call(operation, { raw: JSON.stringify('x'.repeat(70_000)) }))).toEqual([
      413,
      'body_too_large',
    ]);
    const typed = await call(operation, { headers: { 'content-type': 'text/plain' } }, {});
    expect(outcome(typed)).toEqual([415, 'unsupported_media_type']);
    const answer = await call(operation, {}, { unknownField: 1 });
    expect(outcome(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body['errors']).toContainEqual(expect.objectContaining({ pointer: '/unknownField' }));
  });
});

describe.each(list)('$operationId', (operation) => {
  it('431 for headers above 16 KiB', async () => {
    const answer = await call(operation, { headers: { 'x-filler': 'x'.repeat(17_000) } });
    expect(outcome(answer)).toEqual([431, 'headers_too_large']);
  });
});

describe('headers that never end', () => {
  it('408 for every operation', async () => {
    await Promise.all(
      list.map(async (operation) => {
        const path = samplePath(operation, objects);
        const { status, headers, body } = await sendBytes(
          stack.apiUrl,
          `${operation.method} ${path} HTTP/1.1\r\nHost: a\r\nX-A`,
        );
        expect([operation.operationId, status, body['code']]).toEqual([operation.operationId, 408, 'request_timeout']);
        noteAnswer(operation.method, path, { status, headers, problem: body });
      }),
    );
  });
});

describe('a body that never ends', () => {
  it('408 for every operation with a body', async () => {
    await Promise.all(
      withBody.map(async (operation) => {
        const answer = await call(operation, { unfinished: true });
        expect([operation.operationId, ...outcome(answer)]).toEqual([operation.operationId, 408, 'request_timeout']);
      }),
    );
  });
});

describe.each(conditional)('the precondition of $operationId', (operation) => {
  it('412 when the object was changed in the meantime', async () => {
    const answer = await call(operation, { headers: { 'if-match': '"4711"' } });
    expect(outcome(answer)).toEqual([412, 'precondition_failed']);
  });
});

describe.each(idempotent)('the idempotency key of $operationId', (operation) => {
  it('400 when it is malformed', async () => {
    expect(outcome(await call(operation, { headers: { 'idempotency-key': 'a b' } }))).toEqual([400, 'invalid_header']);
  });

  it('422 when it was used with another request', async () => {
    const key = `${operation.operationId}-used`;
    await stack.query(INSERT_KEY, [ownAccount, key, 'done']);
    const answer = await call(operation, { headers: { 'idempotency-key': key } });
    expect(outcome(answer)).toEqual([422, 'idempotency_key_reused']);
  });
});

describe.each(inGroups(idempotent, 6))('the idempotency keys of $operationIds', ({ group }) => {
  it('409 with Retry-After while another request with it is in flight', async () => {
    await Promise.all(
      group.map(async (operation) => {
        const key = `${operation.operationId}-held`;
        const other = await stack.connect();
        try {
          await other.query('BEGIN');
          await other.query(INSERT_KEY, [ownAccount, key, 'running']);
          const answer = await call(operation, { headers: { 'idempotency-key': key } });
          expect(outcome(answer)).toEqual([409, 'idempotency_in_progress']);
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        } finally {
          await other.end();
        }
      }),
    );
  });
});

/** Each holds a connection for two seconds, so a group is smaller than the connection pool. */
function inGroups(
  all: readonly OperationDescriptor[],
  size: number,
): { operationIds: string; group: readonly OperationDescriptor[] }[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => {
    const group = all.slice(n * size, (n + 1) * size);
    return { operationIds: group.map(({ operationId }) => operationId).join(', '), group };
  });
}

/** Inserts a key as another request for something else would. */
const INSERT_KEY = `
  INSERT INTO idempotency_keys (environment_id, key, fingerprint, state, body, created_at)
  SELECT e.id, $2, '\\x00', $3, '{}', now() FROM environments e WHERE e.account_id = $1 AND e.mode = 'test'`;

describe('during a server error', () => {
  const tables = [
    'payments',
    'refunds',
    'disputes',
    'webhooks',
    'processors',
    'events',
    'deliveries',
    'customers',
    'subscriptions',
    'checkout_sessions',
    'test_clocks',
    'api_keys',
    'security_configs',
    'audit_log',
    'payment_rollups',
    'reports',
  ];
  const rename = async (from: string, to: string): Promise<void> => {
    for (const table of tables) await stack.query(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`);
  };

  it.each(list)('$operationId: 500 without internal details', async (operation) => {
    await rename('', 'lost_');
    try {
      const answer = await call(operation);
      expect(outcome(answer)).toEqual([500, 'internal']);
      expect(answer.text).not.toMatch(/relation|payments_|lost_|SELECT|\.js/);
    } finally {
      await rename('lost_', '');
    }
  });

  it.each(list)(
    '$operationId: 503 with Retry-After during an outage of Postgres, and success afterwards',
    async (operation) => {
      stack.postgres.cut();
      try {
        const answer = await call(operation);
        expect(outcome(answer)).toEqual([503, 'unavailable']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      } finally {
        stack.postgres.mend();
      }
      await eventually(async () => {
        expect((await client.get('/v1/payments')).status).toBe(200);
      });
    },
  );
});

describe('when an account has reached its rate limit', () => {
  it.each(list)('$operationId: 429 with Retry-After and the limit', async (operation) => {
    await stack.query('UPDATE accounts SET rate_limit = 1 WHERE id = $1', [ownAccount]);
    try {
      await eventually(async () => {
        const answer = await call(operation);
        expect(outcome(answer)).toEqual([429, 'rate_limited']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.headers.get('ratelimit-policy')).toBe('"enterprise";q=1;w=60');
        expect(answer.headers.get('ratelimit')).toMatch(/^"enterprise";r=0;t=\d+$/);
      });
    } finally {
      await stack.query('UPDATE accounts SET rate_limit = NULL WHERE id = $1', [rowId(account.accountId)]);
    }
  });
});
