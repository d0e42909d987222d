import { ENDINGS, FAULTS, startAcquirer, type ReferenceAcquirer } from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAttempt, newRefund } from '../../test/attempts.js';
import { readPage } from './acquirer-statement.js';
import { AcquirerClient } from './acquirer-client.js';
import { HttpProcessor } from './http-processor.js';
import type { ProcessorAttempt } from './payment-processor.js';
import type { StatementLine, StatementPosition, StatementRequest } from './processor-statement.js';

const TIMEOUT_MS = 300;
const usd = (value: number) => ({ value, currency: 'USD' });
/** The range of everything that is sent here. */
const ever: StatementRequest = {
  from: new Date(Date.now() - 3_600_000),
  to: new Date(Date.now() + 3_600_000),
  position: null,
};

let acquirer: ReferenceAcquirer;
let client: AcquirerClient;
let http: HttpProcessor;
let sent: object[];

beforeAll(async () => {
  acquirer = await startAcquirer({ timeoutMs: TIMEOUT_MS });
  const { url, apiKey, caPem: ca } = acquirer;
  client = new AcquirerClient({ url, apiKey, timeoutMs: TIMEOUT_MS, ca });
  http = new HttpProcessor(client, [], { warn: () => {} });
  const patient = new AcquirerClient({ url, apiKey, timeoutMs: 10_000, ca });
  sent = await sendAll(new HttpProcessor(patient, [], { warn: () => {} }));
  await patient.close();
});

beforeEach(() => acquirer.fault({}));
afterEach(() => acquirer.showStatement({}));

afterAll(async () => {
  await client.close();
  await acquirer.close();
});

/** Sends each operation, and authorizations with each outcome. Returns the expected lines. */
async function sendAll(by: HttpProcessor): Promise<object[]> {
  const startedAt = new Date();
  const paymentMethodToken = () => Promise.resolve(null);
  const authorized = (change: Partial<ProcessorAttempt> = {}) =>
    newAttempt({ captureMethod: 'manual', startedAt, paymentMethodToken, ...change });
  const [held, released] = [authorized(), authorized()];
  const declined = authorized({ amountValue: 1000 + ENDINGS.declined });
  const asking = authorized({ amountValue: 1000 + ENDINGS.requiresAction });
  for (const attempt of [held, released, declined, asking]) await by.authorize(attempt);
  const capture = authorized({ operation: 'capture', authorization: held.reference });
  const release = authorized({ operation: 'void', authorization: released.reference });
  const refund = newRefund({ startedAt, paymentReference: held.reference });
  await by.capture(capture);
  await by.void(release);
  await by.refund(refund);
  const ref = ({ reference }: { readonly reference: string }) => ({ environmentId: 1, id: reference });
  const line = (attempt: ProcessorAttempt, status: string) => ({
    ...{ attempt: ref(attempt), operation: attempt.operation, status, paymentId: attempt.paymentId },
    ...{ authorization: undefined, amount: usd(attempt.amountValue) },
  });
  const about = { paymentId: undefined, status: 'approved' };
  return [
    line(held, 'approved'),
    line(released, 'declined'),
    line(declined, 'declined'),
    line(asking, 'requires_action'),
    { ...about, attempt: ref(capture), operation: 'capture', authorization: ref(held), amount: usd(1000) },
    { ...about, attempt: ref(release), operation: 'void', authorization: ref(released), amount: null },
    { ...about, attempt: ref(refund), operation: 'refund', authorization: ref(held), amount: usd(400) },
  ];
}

/** Reads the statement from a place to its end; `meanwhile` runs after each page. */
async function walk(
  position: StatementPosition | null = null,
  meanwhile?: () => Promise<unknown>,
): Promise<StatementLine[]> {
  const answer = await http.readStatement({ ...ever, position });
  if (answer.kind !== 'page') throw new Error(answer.kind);
  await meanwhile?.();
  return [...answer.lines, ...(answer.next === null ? [] : await walk(answer.next, meanwhile))];
}

describe('the statement of an acquirer', () => {
  it.each([1_000, 7, 3])(
    'contains each operation once, as it was sent and in its current state, on pages of %d lines',
    async (n) => {
      await acquirer.showStatement({ pageLines: n });
      expect(await walk()).toMatchObject(sent);
    },
  );

  it('is the same after a crash, and so are the places in it', async () => {
    const first = await http.readStatement(ever);
    await acquirer.kill();
    await acquirer.start();
    expect(await http.readStatement(ever)).toEqual(first);
    await acquirer.showStatement({ pageLines: 3 });
    const page = await http.readStatement(ever);
    await acquirer.kill();
    await acquirer.start();
    expect(await walk(page.kind === 'page' ? page.next : null)).toMatchObject(sent.slice(3));
  });

  it('starts and ends at the requested times', async () => {
    const lines = await walk();
    const [from, to] = [lines[2]?.receivedAt, lines.at(-1)?.receivedAt];
    if (from === undefined || to === undefined) throw new Error('there are no lines');
    const expected = lines.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
    expect(await http.readStatement({ from, to, position: null })).toEqual({
      kind: 'page',
      lines: expected,
      next: null,
    });
  });

  it('is reported as missing if the acquirer has none', async () => {
    await acquirer.showStatement({ cannotList: true });
    expect(await http.readStatement(ever)).toEqual({ kind: 'cannot_list' });
  });

  it('contains everything that existed when the walk began, whatever arrives and changes meanwhile', async () => {
    await acquirer.showStatement({ pageLines: 3 });
    let rounds = 3;
    const walked = await walk(null, async () => {
      if (rounds-- > 0) sent.push(...(await sendAll(http)));
    });
    expect(walked.slice(0, 7)).toMatchObject(sent.slice(0, 7));
    const references = walked.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
  });
});

describe('readPage', () => {
  const range = { from: new Date('2026-02-01'), to: new Date('2026-04-01') };
  const line = (receivedAt: string, reference = '00-1-7') => ({
    ...{ reference, operation: 'void' as const, status: 'approved' as const, authorization: '00-1-6' },
    receivedAt: `${receivedAt}.000Z`,
  });
  const [first, second] = [line('2026-02-28T09:30:00'), line('2026-02-28T09:30:00', '00-1-8')];
  const position = { cursor: 'second', receivedAt: new Date(first.receivedAt), reference: '00-1-7' };

  it('accepts a page in the range, in order, and after the previous page', () => {
    expect(readPage({ data: [first, second], nextCursor: 'third' }, { ...range, position: null })).toMatchObject({
      kind: 'page',
      next: { cursor: 'third', receivedAt: new Date(second.receivedAt), reference: '00-1-8' },
    });
    expect(readPage({ data: [second], nextCursor: null }, { ...range, position })).toMatchObject({ next: null });
    expect(readPage({ data: [], nextCursor: null }, { ...range, position })).toMatchObject({ kind: 'page', lines: [] });
  });

  it.each(['00-1-7-1', '00-01-7', '00-1-07', '1-7', '01-1-7', 'refund_of_00-1-7'])(
    'accepts a line with a foreign reference: %s',
    (reference) => {
      const answer = readPage(
        { data: [line('2026-03-01T00:00:00', reference)], nextCursor: null },
        { ...range, position },
      );
      const [read] = answer.kind === 'page' ? answer.lines : [];
      expect(read).toMatchObject({ reference, authorization: { environmentId: 1, id: '6' } });
      expect(read?.attempt).toBeUndefined();
    },
  );

  it.each([
    ['it starts before the range', null, [line('2026-01-31T23:59:59')], null],
    ['it ends after the range', null, [line('2026-04-01T00:00:00')], null],
    ['it is not sorted by time', null, [line('2026-03-01T00:00:00'), first], null],
    ['it is not sorted by reference', null, [second, first], null],
    ['a line is duplicated', null, [first, first], null],
    ['a line was on the previous page', position, [first], null],
    ['it is empty but not the last', null, [], 'more'],
    ['it contains an invalid date', null, [line('2026-02-30T09:30:00')], null],
  ])('rejects a page if %s', (_, before, data, nextCursor) => {
    expect(readPage({ data, nextCursor }, { ...range, position: before })).toMatchObject({ kind: 'unclear' });
  });
});

describe.each(FAULTS)('an acquirer with the fault %s', (fault) => {
  it('returns its statement or none, and never a wrong one', async () => {
    const statement = await http.readStatement(ever);
    await acquirer.fault({ next: [fault] });
    const kind = expect.stringMatching(/^(unavailable|unclear)$/) as string;
    const none = { kind, reason: expect.any(String) as string };
    expect(await http.readStatement(ever)).toEqual(fault === 'slow' ? statement : none);
  });
});
