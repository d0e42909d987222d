import {
  createClient,
  eventually,
  expectReconciled,
  openEventStream,
  startStack,
  type Account,
  type Client,
  type EventStream,
  type Stack,
} from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PAYMENTS = 5;
const ROLLBACKS = 40;
const MAX_CRASHES = 5;
const RECOVERY_TIMEOUT_MS = 20_000;
const amount = { value: 1000, currency: 'USD' };

let stack: Stack;
let account: Account;
let client: Client;

beforeAll(async () => {
  // Only a commit flushes the WAL then; a rollback after the last commit is lost in a crash.
  const postgresSettings = { synchronous_commit: 'on', wal_writer_delay: '10s' };
  // The request log commits a second after a request: on a slow machine, between the rollbacks and each crash.
  const env = { EVENT_STREAM_HEARTBEAT: '100ms', REQUEST_LOG: 'off' };
  stack = await startStack({ worker: 0, ownServers: true, postgresSettings, env });
  account = await stack.createAccount('enterprise');
  client = createClient(stack.apiUrl, account.testKey);
});

afterAll(() => stack.close());

/** Creates payments one after the other. Returns the ids of their events, oldest first. */
async function createPayments(): Promise<string[]> {
  for (let n = 0; n < PAYMENTS; n++) expect((await client.post('/v1/payments', { amount })).status).toBe(201);
  return (await storedEvents()).slice(-PAYMENTS);
}

async function storedEvents(): Promise<string[]> {
  return (await stack.query('SELECT id::text AS id FROM events ORDER BY id')).map(({ id }) => `evt_${String(id)}`);
}

async function listed(query: string): Promise<{ ids: string[]; nextCursor: string }> {
  const { status, body } = await client.get(`/v1/events?order=asc&limit=100${query}`);
  expect(status).toBe(200);
  const { data, nextCursor } = body as { data: { id: string }[]; nextCursor: string };
  return { ids: data.map(({ id }) => id), nextCursor };
}

function received(stream: EventStream): string[] {
  return stream.data.map((data) => (JSON.parse(data) as { id: string }).id);
}

/** Uses up transaction ids by rollbacks only. */
async function rollBack(): Promise<void> {
  const connection = await stack.connect();
  for (let n = 0; n < ROLLBACKS; n++) {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_current_xact_id()');
    await connection.query('ROLLBACK');
  }
  await connection.end();
}

async function nextTransactionId(): Promise<bigint> {
  const [row] = await stack.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid');
  return BigInt(String(row?.['xid']));
}

async function crashServer(): Promise<void> {
  stack.servers.postgres.kill();
  await stack.servers.postgres.restart();
}

/** Postgres then ends all of its backends, recovers, and continues as the same server. */
async function crashBackend(): Promise<void> {
  const [killed, witness] = await Promise.all([stack.connect(), stack.connect()]);
  const { rows } = await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  killed.once('error', () => {});
  // The killed connection ends before Postgres knows; from the end of another one on, Postgres takes none until it has recovered.
  const noticed = new Promise((resolve) => witness.once('error', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await noticed;
  await eventually(async () => (await stack.connect()).end(), { timeoutMs: RECOVERY_TIMEOUT_MS });
}

describe.each([
  { what: 'Postgres is killed', crash: crashServer },
  { what: 'a backend of Postgres is killed', crash: crashBackend },
])('row 40: $what after rollbacks that are not on disk', ({ crash }) => {
  let open: EventStream;
  let lastEventId: string;
  let cursor: string;
  let before: string[];
  let after: string[];

  beforeAll(async () => {
    open = await openEventStream(stack.apiUrl, account.testKey);
    before = await createPayments();
    await eventually(() => expect(received(open)).toEqual(before));
    cursor = (await listed('')).nextCursor;
    // The payments that follow must take ids used before. Any commit of the service puts the rollbacks on disk: then again.
    let idsGivenBack = 0n;
    for (let crashes = 0; crashes < MAX_CRASHES && idsGivenBack <= ROLLBACKS / 2; crashes += 1) {
      idsGivenBack = await crashBehindRollbacks();
    }
    // The service takes a few ids by itself once Postgres is back.
    expect(idsGivenBack).toBeGreaterThan(ROLLBACKS / 2);
    after = await createPayments();
  }, 120_000);

  /** Returns how many transaction ids Postgres will use again. */
  async function crashBehindRollbacks(): Promise<bigint> {
    await rollBack();
    const beginning = await openEventStream(stack.apiUrl, account.testKey);
    await eventually(() => expect(open.lastEventId).toBe(beginning.lastEventId));
    lastEventId = open.lastEventId;
    beginning.close();
    const horizon = await nextTransactionId();
    await crash();
    const ready = async (): Promise<void> => expect((await client.get('/readyz')).status).toBe(200);
    await eventually(ready, { timeoutMs: RECOVERY_TIMEOUT_MS });
    return horizon - (await nextTransactionId());
  }

  afterAll(() => open.close());

  it('row 40: a stream that stayed open shows every event, in order', () =>
    eventually(() => expect(received(open)).toEqual([...before, ...after])));

  it('row 40: so does a stream that resumes from before the crash', async () => {
    const stream = await openEventStream(stack.apiUrl, account.testKey, { lastEventId });
    await eventually(() => expect(received(stream)).toEqual(after));
    stream.close();
  });

  it('row 40: so does a list that continues from before the crash, and one from the beginning', async () => {
    expect((await listed(`&cursor=${cursor}`)).ids).toEqual(after);
    expect((await listed('')).ids).toEqual(await storedEvents());
  });
});

it('afterwards a reconciliation of every account finds no difference', async () => {
  await stack.startWorker();
  await expectReconciled(stack);
});
