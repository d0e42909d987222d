import { operations, type OperationDescriptor } from '@svc/contract';
import {
  eventually,
  makeSampleObjects,
  problem,
  sampleBody,
  samplePath,
  stackWithAccount,
  type Answer,
  type SampleObjects,
} from '@svc/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const list: OperationDescriptor[] = Object.values(operations);
const reads = list.filter(({ method }) => method === 'GET');
const changes = list.filter(({ method }) => method !== 'GET');
const hasETag = ({ answerHeaders }: OperationDescriptor): boolean => answerHeaders.includes('ETag');
const versionedReads = reads.filter(hasETag);
const streams = ({ answerTypes }: OperationDescriptor): boolean => answerTypes.includes('text/event-stream');
const plainReads = reads.filter((operation) => !hasETag(operation) && !streams(operation));

/** Objects without a version, nested below an object that has one. */
const PARTS = ['/payment-methods'];

const { stack, account, client } = await stackWithAccount({ env: { WEBHOOK_ALLOW_INSECURE: 'false' } });
let objects: SampleObjects;

beforeAll(async () => {
  objects = await makeSampleObjects(stack, account.testKey);
  await eventually(async () => {
    const { status } = await client.get(`${samplePath(operations.getReport, objects)}/download`);
    expect(status).toBe(200);
  });
  // Only these requests change objects from here on.
  await stack.stopWorker();
});

function call(operation: OperationDescriptor, headers: Record<string, string>): Promise<Answer> {
  const condition: Record<string, string> = operation.preconditionRequired ? { 'if-match': '*' } : {};
  return client.send(operation.method, samplePath(operation, objects), sampleBody(operation), {
    headers: { ...condition, ...headers },
  });
}

describe('the contract', () => {
  it.each(list)('$operationId: a response with a version has an ETag, and its read supports 304', (operation) => {
    expect(operation.statuses.includes(304)).toBe(operation.method === 'GET' && hasETag(operation));
    expect(operation.statuses).toContain(412);
  });

  it.each(changes)('$operationId: takes If-Match if it changes an object that is read with an ETag', (operation) => {
    const read = versionedReads.find(({ path }) => operation.path.startsWith(path));
    const actsOnPart = PARTS.some((part) => operation.path.includes(part));
    expect(operation.headers['If-Match'] !== undefined).toBe(read !== undefined && !actsOnPart);
  });
});

describe.each(list)('$operationId', (operation) => {
  it('412 if If-Match names another version, or if there is no ETag', async () => {
    expect(problem(await call(operation, { 'if-match': '"4711"' }))).toEqual([412, 'precondition_failed']);
  });
});

describe.each(changes)('$operationId', (operation) => {
  it('412 for If-None-Match: *, since the object exists', async () => {
    expect(problem(await call(operation, { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed']);
  });
});

describe.each(versionedReads)('$operationId', (operation) => {
  it('304 without a body if If-None-Match names the version, otherwise 200', async () => {
    const first = await call(operation, {});
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${String(first.body['version'])}"`);
    for (const known of [etag, `W/${etag}`, `"4711", ${etag}`, '*']) {
      const answer = await call(operation, { 'if-none-match': known });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect(answer.headers.get('ratelimit')).not.toBeNull();
      expect(answer.headers.get('request-id')).toMatch(/^req_/);
    }
    expect((await call(operation, { 'if-none-match': '"4711"' })).status).toBe(200);
    expect((await call(operation, { 'if-match': `${etag}, "4711"` })).status).toBe(200);
  });
});

describe.each(plainReads)('$operationId', (operation) => {
  it('ignores If-None-Match, since there is no ETag, and If-Match: *', async () => {
    const { status } = await call(operation, {});
    expect(status).not.toBe(412);
    const all: Record<string, string>[] = [{ 'if-none-match': '*' }, { 'if-none-match': '"1"' }, { 'if-match': '*' }];
    for (const headers of all) {
      expect((await call(operation, headers)).status).toBe(status);
    }
  });
});

describe.each(changes.filter(({ headers }) => headers['If-Match'] !== undefined))('$operationId', (operation) => {
  it('412 if If-None-Match names the version', async () => {
    const read = versionedReads.find(({ path }) => operation.path.startsWith(path));
    const etag = read === undefined ? '' : ((await call(read, {})).headers.get('etag') ?? '');
    expect(etag).not.toBe('');
    const answer = await call(operation, { 'if-none-match': `W/${etag}` });
    expect(problem(answer)).toEqual([412, 'precondition_failed']);
  });
});

describe('createPayment', () => {
  it('201 with If-Match: *; 412 with another value, and nothing is created', async () => {
    const amount = { value: 1000, currency: 'USD' };
    const send = (ifMatch: string): Promise<Answer> =>
      client.post('/v1/payments', { amount, reference: ifMatch }, { headers: { 'if-match': ifMatch } });
    const created = await send('*');
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"']);
    expect((await send('"1"')).status).toBe(412);
    expect((await client.get(`/v1/payments?reference=${encodeURIComponent('"1"')}`)).body['data']).toEqual([]);
  });
});

describe('cancelPayment', () => {
  it('200 with the current version; a repetition with its idempotency key gets the same response', async () => {
    const amount = { value: 1000, currency: 'USD' };
    const payment = await client.post('/v1/payments', { amount, metadata: { sandbox: 'hold' } });
    const path = `/v1/payments/${String(payment.body['id'])}/cancel`;
    const headers = { 'if-match': payment.headers.get('etag') ?? '', 'idempotency-key': 'cancel-as-seen' };
    const first = await client.post(path, {}, { headers });
    expect([first.status, first.body['status'], first.headers.get('etag')]).toEqual([200, 'failed', '"2"']);
    const again = await client.post(path, {}, { headers });
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([200, 'true', first.text]);
  });
});
