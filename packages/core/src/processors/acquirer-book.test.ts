import { ENDINGS, FAULTS, startAcquirer, type ReferenceAcquirer } from '@svc/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPage } from './acquirer-book.js';
import { AcquirerClient } from './acquirer-client.js';
import { HttpProcessor } from './http-processor.js';
import type { ProcessorAttempt, RefundRequest } from './payment-processor.js';
import type { BookLine, BookPlace, BookRequest } from './processor-book.js';

const TIMEOUT_MS = 300;
const usd = (value: number) => ({ value, currency: 'USD' });
/** All that is ever sent here. */
const ever: BookRequest = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000), place: null };

let acquirer: ReferenceAcquirer;
let client: AcquirerClient;
let http: HttpProcessor;
/** The lines that are expected so far. */
let sent: object[];

beforeAll(async () => {
  acquirer = await startAcquirer({ timeoutMs: TIMEOUT_MS });
  const { url, apiKey, caPem: ca } = acquirer;
  client = new AcquirerClient({ url, apiKey, timeoutMs: TIMEOUT_MS, ca });
  http = new HttpProcessor(client, [], { warn: () => {} });
  sent = await sendAll();
});

beforeEach(() => acquirer.fault({}));
afterEach(() => acquirer.showBook({}));

afterAll(async () => {
  await client.close();
  await acquirer.close();
});

let lastId = 0;

function newAttempt(
  operation: ProcessorAttempt['operation'],
  change: Partial<ProcessorAttempt> = {},
): ProcessorAttempt {
  const reference = String((lastId += 1));
  return {
    ...{ environmentId: 1, reference, isRepeat: false, amountValue: 1000, currency: 'USD', metadata: {}, trace: null },
    ...{ startedAt: new Date(), now: new Date(), paymentId: `9${reference}`, operation, authorization: reference },
    ...{ captureMethod: 'manual', paymentMethodToken: () => Promise.resolve(null), ...change },
  };
}

/** Sends each operation, and authorizations to each end. Answers the lines that tell of it. */
async function sendAll(): Promise<object[]> {
  const authorized = (change: Partial<ProcessorAttempt> = {}) => newAttempt('authorize', change);
  const [held, released] = [authorized(), authorized()];
  const declined = authorized({ amountValue: 1000 + ENDINGS.declined });
  const asking = authorized({ amountValue: 1000 + ENDINGS.requiresAction });
  for (const attempt of [held, released, declined, asking]) await http.authorize(attempt);
  const capture = newAttempt('capture', { authorization: held.reference });
  const release = newAttempt('void', { authorization: released.reference });
  const refund: RefundRequest = {
    ...newAttempt('authorize', { amountValue: 400 }),
    paymentReference: held.reference,
    paymentMetadata: {},
  };
  await http.capture(capture);
  await http.void(release);
  await http.refund(refund);
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

/** Reads the book from a place on to its end; `meanwhile` happens after each page. */
async function walk(place: BookPlace | null = null, meanwhile?: () => Promise<unknown>): Promise<BookLine[]> {
  const answer = await http.readBook({ ...ever, place });
  if (answer.kind !== 'page') throw new Error(answer.kind);
  await meanwhile?.();
  return [...answer.lines, ...(answer.next === null ? [] : await walk(answer.next, meanwhile))];
}

describe('the book of an acquirer', () => {
  it.each([1_000, 7, 3])(
    'has each operation once, as it was sent and as it stands, on pages of %d lines',
    async (n) => {
      await acquirer.showBook({ pageLines: n });
      expect(await walk()).toMatchObject(sent);
    },
  );

  it('is the same after a crash, and so are the places in it', async () => {
    const first = await http.readBook(ever);
    await acquirer.kill();
    await acquirer.start();
    expect(await http.readBook(ever)).toEqual(first);
    await acquirer.showBook({ pageLines: 3 });
    const page = await http.readBook(ever);
    await acquirer.kill();
    await acquirer.start();
    expect(await walk(page.kind === 'page' ? page.next : null)).toMatchObject(sent.slice(3));
  });

  it('begins and ends where it is asked to', async () => {
    const lines = await walk();
    const [from, to] = [lines[2]?.receivedAt, lines.at(-1)?.receivedAt];
    if (from === undefined || to === undefined) throw new Error('there are no lines');
    const expected = lines.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
    expect(await http.readBook({ from, to, place: null })).toEqual({ kind: 'page', lines: expected, next: null });
  });

  it('is said not to be there where it is not', async () => {
    await acquirer.showBook({ cannotList: true });
    expect(await http.readBook(ever)).toEqual({ kind: 'cannot_list' });
  });

  it('lacks nothing that was there when the walk began, whatever comes in and changes meanwhile', async () => {
    await acquirer.showBook({ pageLines: 3 });
    let rounds = 3;
    const walked = await walk(null, async () => {
      if (rounds-- > 0) sent.push(...(await sendAll()));
    });
    expect(walked.slice(0, 7)).toMatchObject(sent.slice(0, 7));
    const references = walked.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
  });
});

it('a page with a day that there is not is no page', () => {
  const [from, to] = [new Date('2026-02-01'), new Date('2026-04-01')];
  const read = (day: string) => {
    const receivedAt = `${day}T09:30:00.000Z`;
    const line = { reference: '1-7', operation: 'void' as const, status: 'approved' as const, authorization: '1-6' };
    return readPage({ data: [{ ...line, receivedAt }], nextCursor: null }, { from, to, place: null }).kind;
  };
  expect(['2026-02-28', '2026-02-30'].map(read)).toEqual(['page', 'unclear']);
});

describe.each(FAULTS)('an acquirer with the fault %s', (fault) => {
  it('shows its book, or none, and never another', async () => {
    const book = await http.readBook(ever);
    await acquirer.fault({ next: [fault] });
    const kind = expect.stringMatching(/^(unavailable|unclear)$/) as string;
    const none = { kind, reason: expect.any(String) as string };
    expect(await http.readBook(ever)).toEqual(fault === 'slow' ? book : none);
  });
});
