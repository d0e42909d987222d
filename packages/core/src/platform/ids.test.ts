import { describe, expect, it } from 'vitest';
import { idAt, ID_EPOCH, idTime, IdSource } from './ids.js';

function source(start = Date.UTC(2026, 0, 1)) {
  // `database` is the offset of the database's clock to the monotonic one; `answerMs` is the time that a fetch takes.
  const clock = { monotonic: 0, database: start, answerMs: 0, blocks: 0n };
  const fetch = () => {
    const databaseTimeMs = clock.database + clock.monotonic;
    clock.monotonic += clock.answerMs;
    return Promise.resolve({ number: clock.blocks++, databaseTimeMs });
  };
  const ids = new IdSource(fetch, () => clock.monotonic);
  return { clock, ids };
}

describe('IdSource', () => {
  it('takes the time from the database clock, advanced by the monotonic clock', async () => {
    const { clock, ids } = source();
    await ids.one();
    clock.monotonic = 250;
    expect(idTime(await ids.one()).getTime()).toBe(clock.database + 250);
  });

  it('issues growing ids without repetition over many blocks', async () => {
    const { ids } = source();
    const taken = (await ids.take(5_000)).map(BigInt);
    expect(new Set(taken).size).toBe(5_000);
    expect(taken.every((id, index) => index === 0 || id > (taken[index - 1] ?? id))).toBe(true);
  });

  it('issues growing ids when the sequence wraps within one millisecond', async () => {
    const { clock, ids } = source();
    clock.blocks = 4_095n;
    const taken = (await ids.take(3_000)).map(BigInt);
    expect(taken.every((id, index) => index === 0 || id > (taken[index - 1] ?? id))).toBe(true);
  });

  it('fetches another block after forget()', async () => {
    const { clock, ids } = source();
    await ids.one();
    ids.forget();
    await ids.one();
    expect(clock.blocks).toBe(2n);
  });

  it('is ready while many ids are left in a block that does not expire soon', async () => {
    const { clock, ids } = source();
    await ids.ready();
    expect(ids.ready()).toBeUndefined();
    await ids.take(700);
    expect(ids.ready()).toBeUndefined();
    clock.monotonic = 8_000;
    await ids.ready();
    expect(clock.blocks).toBe(2n);
    await ids.take(768);
    expect(ids.ready()).toBeUndefined();
    await ids.one();
    await ids.ready();
    expect([ids.ready(), clock.blocks]).toEqual([undefined, 3n]);
  });

  it('does not go back when the database clock does', async () => {
    const { clock, ids } = source();
    const before = BigInt(await ids.one());
    clock.database -= 60_000;
    clock.monotonic = 10_001;
    expect(BigInt(await ids.one())).toBeGreaterThan(before);
  });

  it('lags behind the database clock by its fastest response, not its last one', async () => {
    const { clock, ids } = source();
    const behind: number[] = [];
    for (clock.answerMs of [300, 5, 2_000]) {
      const time = idTime(await ids.one()).getTime();
      behind.push(clock.database + clock.monotonic - time);
      clock.monotonic += 10_000;
    }
    expect(behind).toEqual([300, 5, 5]);
  });

  it('is never ahead of the database clock by more than a response time, even after the clock was set back', async () => {
    const { clock, ids } = source();
    await ids.one();
    clock.database -= 500;
    clock.monotonic += 10_000;
    clock.answerMs = 40;
    const time = idTime(await ids.one()).getTime();
    expect(time - (clock.database + clock.monotonic)).toBe(0);
  });

  it('exceeds the ids of another process that it follows, also within the same millisecond', async () => {
    const [{ ids: other, clock }, { ids }] = [source(Date.UTC(2026, 0, 1) + 3), source()];
    clock.blocks = 7n;
    await ids.one();
    const theirs = await other.one();
    ids.follow(idTime(theirs));
    const ours = (await ids.take(2)).map(BigInt);
    expect(ours[0]).toBeGreaterThan(BigInt(theirs));
    expect(ours[1]).toBeGreaterThan(ours[0] ?? 0n);
    expect(idTime(String(ours[1])).getTime()).toBe(Date.UTC(2026, 0, 1) + 4);
  });

  it('gives the ids of one call the same millisecond, although a block ends', async () => {
    const { clock, ids } = source();
    await ids.one();
    const before = ids.take(1_000);
    const taking = ids.take(100);
    clock.monotonic += 5;
    await before;
    const times = new Set((await taking).map((id) => idTime(id).getTime()));
    expect(times.size).toBe(1);
    expect(clock.blocks).toBe(2n);
  });

  it('does not follow a moment far ahead', async () => {
    const { ids } = source();
    await ids.one();
    ids.follow(new Date(Date.UTC(2026, 0, 1) + 60_000));
    expect(idTime(await ids.one()).getTime()).toBe(Date.UTC(2026, 0, 1));
  });

  it('fetches a new block once the old one is ten seconds old', async () => {
    const { clock, ids } = source();
    await ids.one();
    clock.monotonic = 10_000;
    await ids.one();
    expect(clock.blocks).toBe(2n);
  });

  it('fits into 63 bits for the next sixty years', async () => {
    const { ids } = source(ID_EPOCH + 60 * 365 * 86_400_000);
    expect(BigInt(await ids.one()) < 2n ** 63n).toBe(true);
  });

  it('fetches once for concurrent callers', async () => {
    const { clock, ids } = source();
    const taken = await Promise.all(Array.from({ length: 50 }, () => ids.one()));
    expect(new Set(taken).size).toBe(50);
    expect(clock.blocks).toBe(1n);
  });

  it('has a bound for every moment that a client can name', () => {
    expect(idAt(new Date('1000-01-01T00:00:00Z'))).toBe('0');
    expect(BigInt(idAt(new Date('2999-12-31T23:59:59Z'))) < 2n ** 63n).toBe(true);
  });
});
