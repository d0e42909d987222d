import type { Redis } from 'ioredis';
import { RedisScript } from '../redis-script.js';
import type { WorkRef } from './work-ref.js';

/** How many unclaimed rows of an environment have jobs at the same time. The others wait in Postgres until these are claimed. */
const MAX_ROWS = 500;
/** How many of them Postgres may name. Commits can always name some, whatever else is due in their environment. */
const MAX_FED = 400;
/**
 * A row that no process has named for this time belonged to one that is gone. With a sweep and a request, it must be delivered
 * within five seconds of its commit.
 */
const LOST_AFTER_MS = 3_000;
/** How often a worker names its rows. A row is first named one to two intervals after the worker took it. */
export const TOUCH_EVERY_MS = LOST_AFTER_MS / 3;
/** With so many jobs waiting, workers need no more from Postgres. */
const MAX_JOBS_TO_FEED = 200;
/** Rows per call, so that Redis serves others in between. Lua takes at most 8,000 values at once. */
const MAX_PER_CALL = 1_000;
/** A window that is not used expires. */
const KEPT_MS = 86_400_000;

// An environment has two sorted sets of row ids: `due` by the time of the last mention, and `later` by the time when the row's
// job is due. Redis's own clock counts, so processes whose clocks differ agree. KEYS has the list of waiting jobs, the set of
// environments with rows that did not fit, then both sets of each environment. ARGV has an option, then the ids of each
// environment as one text: as values of their own they would cost the sender more than Redis.
const PRELUDE = `
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  local function isHeld(time)
    return time and tonumber(time) <= now and tonumber(time) > now - ${LOST_AFTER_MS}
  end
  local function roomIn(set, most)
    redis.call('ZREMRANGEBYSCORE', set, '-inf', now - ${LOST_AFTER_MS})
    return most - redis.call('ZCARD', set)
  end
  local function eachEnvironment(work)
    for n = 1, #ARGV - 1 do
      local ids = {}
      for id in string.gmatch(ARGV[n + 1], '%d+') do ids[#ids + 1] = id end
      work(KEYS[2 * n + 1], KEYS[2 * n + 2], ids)
    end
  end`;

/**
 * Lets due rows in. A commit names its own rows: these are let in again, as they are due again. The option \`fed\` means that
 * Postgres names the rows: those that another process has are left out. Returns 1 or 0 for each, as one text.
 */
const ENTER = new RedisScript(`${PRELUDE}
  local isFed = ARGV[1] == 'fed'
  local isFull = isFed and redis.call('LLEN', KEYS[1]) >= ${MAX_JOBS_TO_FEED}
  local entered = {}
  eachEnvironment(function(due, later, ids)
    -- A clock that goes back, or a forged time, must not keep a row in the window.
    redis.call('ZREMRANGEBYSCORE', due, now + ${LOST_AFTER_MS}, '+inf')
    local room = roomIn(due, isFed and ${MAX_FED} or ${MAX_ROWS})
    if isFull then room = 0 end
    local known = redis.call('ZMSCORE', due, unpack(ids))
    local retried = isFed and redis.call('ZMSCORE', later, unpack(ids)) or {}
    local added, left = {}, false
    for n, id in ipairs(ids) do
      local isKnown = known[n] or isHeld(retried[n])
      local enters = isKnown and not isFed or not isKnown and room > 0
      if enters then
        added[#added + 1] = now
        added[#added + 1] = id
        if not isKnown then room = room - 1 end
      end
      left = left or not enters and not isKnown
      entered[#entered + 1] = enters and 1 or 0
    end
    if #added > 0 then redis.call('ZADD', due, unpack(added)) end
    redis.call('PEXPIRE', due, ${KEPT_MS})
    if left then redis.call('SADD', KEYS[2], due) end
  end)
  return table.concat(entered)`);

/** Lets rows in whose jobs are due after the option, in milliseconds. Returns 1 or 0 for each, as one text. */
const ENTER_LATER = new RedisScript(`${PRELUDE}
  local entered = {}
  eachEnvironment(function(due, later, ids)
    local room = roomIn(later, ${MAX_ROWS})
    for _, id in ipairs(ids) do
      local isKnown = redis.call('ZSCORE', later, id)
      local enters = isKnown or room > 0
      if enters then redis.call('ZADD', later, now + tonumber(ARGV[1]), id) end
      if not isKnown then room = room - 1 end
      entered[#entered + 1] = enters and 1 or 0
    end
    redis.call('PEXPIRE', later, ${KEPT_MS})
  end)
  return table.concat(entered)`);

/** Names rows that a process holds. */
const TOUCH = new RedisScript(`${PRELUDE}
  eachEnvironment(function(due, later, ids)
    for _, id in ipairs(ids) do
      if redis.call('ZADD', due, 'XX', 'CH', now, id) == 0 then redis.call('ZADD', later, 'XX', 'GT', now, id) end
    end
  end)`);

/** Lets rows out, except those whose job is due later. Returns the sets that now have room for what did not fit. */
const LEAVE = new RedisScript(`${PRELUDE}
  local hungry = {}
  eachEnvironment(function(due, later, ids)
    if redis.call('ZREM', due, unpack(ids)) < #ids then
      local times = redis.call('ZMSCORE', later, unpack(ids))
      for n, id in ipairs(ids) do
        if times[n] and tonumber(times[n]) <= now then redis.call('ZREM', later, id) end
      end
    end
    if redis.call('ZCARD', due) <= ${MAX_ROWS / 4} and redis.call('SREM', KEYS[2], due) == 1 then
      hungry[#hungry + 1] = due
    end
  end)
  return hungry`);

/**
 * Limits the rows of an environment that have jobs, so that an environment with many due rows leaves room in the queue for the
 * others. What does not fit stays due in Postgres. All methods reject if Redis is unavailable.
 */
export class WorkWindows {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
    private readonly queue: string,
  ) {}

  /** Lets due rows in; `fed` for rows that Postgres names, without those that a process already has. Returns the new ones. */
  enter(refs: readonly WorkRef[], fed: boolean): Promise<WorkRef[]> {
    return this.admitted(ENTER, refs, fed ? 'fed' : 'own');
  }

  /** Whether a job for the row may be added or repeated that is due after `delayMs`. */
  async enterLater(ref: WorkRef, delayMs: number): Promise<boolean> {
    return (await this.admitted(ENTER_LATER, [ref], delayMs)).length > 0;
  }

  /** Must be called every TOUCH_EVERY_MS for all rows that a worker holds. */
  async touch(refs: readonly WorkRef[]): Promise<void> {
    for (const part of partsOf(refs)) await this.run(TOUCH, part, '');
  }

  /** Lets rows out. Returns the environments that now have room for rows that did not fit. */
  async leave(refs: readonly WorkRef[]): Promise<number[]> {
    const replies = await Promise.all(partsOf(refs).map((part) => this.run(LEAVE, part, '')));
    const keys = replies.flatMap(({ reply }) => reply as string[]);
    return keys.map((key) => Number(key.slice(key.lastIndexOf(':') + 1)));
  }

  private async admitted(script: RedisScript, refs: readonly WorkRef[], option: string | number): Promise<WorkRef[]> {
    if (refs.length > MAX_PER_CALL) {
      const parts = await Promise.all(partsOf(refs).map((part) => this.admitted(script, part, option)));
      return parts.flat();
    }
    const { reply, ordered } = await this.run(script, refs, option);
    return ordered.filter((_, n) => (reply as string)[n] === '1');
  }

  private async run(
    script: RedisScript,
    refs: readonly WorkRef[],
    option: string | number,
  ): Promise<{ reply: unknown; ordered: WorkRef[] }> {
    const groups = new Map<number, WorkRef[]>();
    for (const ref of refs) {
      const group = groups.get(ref.environmentId);
      if (group === undefined) groups.set(ref.environmentId, [ref]);
      else group.push(ref);
    }
    const keys = [`${this.prefix}:${this.queue}:wait`, `${this.prefix}:window:${this.queue}:left`];
    const values: (string | number)[] = [option];
    for (const [environmentId, group] of groups) {
      const due = `${this.prefix}:window:${this.queue}:${environmentId}`;
      keys.push(due, `${this.prefix}:window:${this.queue}:later:${environmentId}`);
      values.push(group.map(({ id }) => id).join(' '));
    }
    return { reply: await script.run(this.redis, keys, values), ordered: [...groups.values()].flat() };
  }
}

function partsOf(refs: readonly WorkRef[]): (readonly WorkRef[])[] {
  const parts = [];
  for (let start = 0; start < refs.length; start += MAX_PER_CALL) parts.push(refs.slice(start, start + MAX_PER_CALL));
  return parts;
}
