import { type EventStream, eventually, openEventStream, stackWithAccount } from '@svc/testing';
import { describe, expect, it } from 'vitest';

const DURATION_MS = 2_000;
const PAYMENTS = 240;
const patience = { timeoutMs: 30_000 };

const env = { API_PROCESSES: '2', EVENT_STREAM_DURATION: `${DURATION_MS}ms`, EVENT_STREAM_HEARTBEAT: '500ms' };
const { stack, account, client } = await stackWithAccount({ worker: 0, env });
const key = account.testKey;

const pay = () => {
  const body = { amount: { value: 1000, currency: 'USD' }, metadata: { sandbox: 'hold' } };
  return client.post('/v1/payments', body, { headers: { connection: 'close' } });
};

/** Pids of the serving processes, without the supervising one. */
function serving(): number[] {
  const lines = stack.logs().filter((line) => line.includes('"event":"request"'));
  return [...new Set(lines.map((line) => Number(/"pid":(\d+)/.exec(line)?.[1])))];
}

/** Reads a stream and reconnects with the last id, however the stream ended. */
class Follower {
  readonly events: string[] = [];
  readonly ends = new Set<string>();
  private stream: EventStream | undefined;
  private over = false;

  async follow(lastEventId: string): Promise<void> {
    for (let place = lastEventId; !this.over;) {
      const stream = await openEventStream(stack.apiUrl, key, { lastEventId: place }).catch(() => undefined);
      if (stream?.status !== 200) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      this.stream = stream;
      await eventually(() => expect(stream.end ?? (this.over || undefined)).toBeDefined(), patience);
      stream.close();
      this.ends.add(String(stream.end));
      this.events.push(...stream.data.map((data) => (JSON.parse(data) as { id: string }).id));
      place = stream.lastEventId || place;
    }
  }

  get isReading(): boolean {
    return this.stream !== undefined && this.stream.end === undefined;
  }

  stop(): void {
    this.over = true;
  }
}

describe('a stream that ends', () => {
  it('at its time limit or with its process: a client that reconnects gets every event exactly once', async () => {
    const first = await openEventStream(stack.apiUrl, key);
    await eventually(() => expect(first.lastEventId).not.toBe(''));
    first.close();
    const followers = Array.from({ length: 4 }, () => new Follower());
    const following = followers.map((follower) => follower.follow(first.lastEventId));
    let written = 0;
    const writers = Array.from({ length: 6 }, async () => {
      while (written < PAYMENTS) {
        // A request that was in flight when its process was killed may still have taken effect.
        const made = await pay().catch(() => undefined);
        if (made?.status === 201) written += 1;
      }
    });
    await eventually(() => expect(serving()).toHaveLength(2));
    const doomed = serving();
    await eventually(() => expect(written).toBeGreaterThan(PAYMENTS / 3));
    // Streams end by themselves after two seconds: on a slow machine all may just have ended.
    await eventually(() => expect(followers.some(({ isReading }) => isReading)).toBe(true));
    for (const pid of doomed) process.kill(pid, 'SIGKILL');
    await Promise.all(writers);
    const inOrder = await stack.query(`SELECT 'evt_' || id AS id FROM events ORDER BY epoch, xid, events.id`);
    const all = inOrder.map(({ id }) => id);
    // Each process ends its streams at its time limit; the last events may still be on their way.
    await eventually(
      () => followers.forEach(({ events }) => expect(events.length).toBeGreaterThanOrEqual(all.length)),
      patience,
    );
    for (const follower of followers) {
      follower.stop();
      expect(follower.events).toEqual(all);
    }
    const ends = followers.flatMap((follower) => [...follower.ends]);
    expect(ends).toEqual(expect.arrayContaining(['broken', 'whole']));
    await Promise.all(following);
  });
});
