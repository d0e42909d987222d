import { forThisFile } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.js';

const { database } = await forThisFile(openTestDatabase({ pool: 8 }));

/** Changes that hold their connections until they are released, and how many of them run. */
function heldChanges() {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state = { running: 0, most: 0 };
  const change = async (): Promise<void> => {
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await released;
    state.running -= 1;
  };
  return {
    state,
    release: () => release(),
    begin: (environmentId: number) => database.transaction(change, { environmentId }),
  };
}

describe('changes of an environment', () => {
  it('take three eighths of the connections, and those of another environment do not wait for them', async () => {
    const { state, release, begin } = heldChanges();
    const held = Array.from({ length: 20 }, () => begin(1));
    await expect.poll(() => state.running).toBe(3);
    expect(await database.transaction(() => Promise.resolve('done'), { environmentId: 2 })).toBe('done');
    expect(await database.transaction(() => Promise.resolve('done'))).toBe('done');
    release();
    await Promise.all(held);
    expect(state.most).toBe(3);
  });

  it('are refused after three seconds', async () => {
    const { state, release, begin } = heldChanges();
    const held = Array.from({ length: 3 }, () => begin(1));
    await expect.poll(() => state.running).toBe(3);
    await expect(begin(1)).rejects.toThrow('too many statements wait for a connection');
    release();
    await Promise.all(held);
  });
});
