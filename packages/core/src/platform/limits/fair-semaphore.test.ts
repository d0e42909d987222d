import { deferred } from '@svc/testing';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.js';
import { FairSemaphore } from './fair-semaphore.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

/** Tasks of networks that ask at the same time: how each ended, and in which order they ran. */
async function ask(semaphore: FairSemaphore, networks: readonly string[]): Promise<{ ended: string[]; ran: string[] }> {
  const ran: string[] = [];
  const asked = networks.map((network) => {
    const task = async (): Promise<string> => {
      ran.push(network);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return 'done';
    };
    return semaphore.run(network, task).catch(codeOf);
  });
  return { ended: await Promise.all(asked), ran };
}

const limits = { atOnce: 1, waiting: 5, waitingEach: 2 };

describe('places', () => {
  it('give one network only a few of the places to wait', async () => {
    const { ended } = await ask(new FairSemaphore(limits, 'x'), ['a', 'a', 'a', 'a', 'a', 'b']);
    expect(ended).toEqual(['done', 'done', 'done', 'unavailable', 'unavailable', 'done']);
  });

  it('let networks take turns, so that a new one does not wait for all of another', async () => {
    const { ran } = await ask(new FairSemaphore(limits, 'x'), ['a', 'a', 'a', 'b', 'b', 'c']);
    expect(ran).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('are refused when too many of all networks wait, and free again afterwards', async () => {
    const semaphore = new FairSemaphore(limits, 'x');
    const networks = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect((await ask(semaphore, networks)).ended).toEqual([...Array<string>(6).fill('done'), 'unavailable']);
    expect((await ask(semaphore, networks.slice(1))).ended).toEqual(Array<string>(6).fill('done'));
  });

  it('are free again after a task that failed', async () => {
    const semaphore = new FairSemaphore(limits, 'x');
    await expect(semaphore.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await ask(semaphore, ['b'])).ended).toEqual(['done']);
  });

  it('run only a few of one group, while places for others stay free', async () => {
    const semaphore = new FairSemaphore({ ...limits, atOnce: 3, atOnceEach: 2 }, 'x');
    const { ended, ran } = await ask(semaphore, ['a', 'a', 'a', 'a', 'b', 'c']);
    expect(ended).toEqual(Array<string>(6).fill('done'));
    expect(ran).toEqual(['a', 'a', 'b', 'a', 'c', 'a']);
  });

  it('are refused to a task that waits for too long, and then go to the next', async () => {
    const semaphore = new FairSemaphore({ ...limits, waitMs: 20 }, 'x');
    const { promise, resolve } = deferred();
    const running = semaphore.run('a', () => promise);
    expect((await ask(semaphore, ['a', 'b'])).ended).toEqual(['unavailable', 'unavailable']);
    const patient = ask(semaphore, ['b']);
    resolve();
    await running;
    expect((await patient).ended).toEqual(['done']);
  });
});
