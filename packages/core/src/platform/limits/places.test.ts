import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.js';
import { Places } from './places.js';

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : String(error));

/** Tasks of networks that ask at the same time: how each ended, and in which order they ran. */
async function ask(places: Places, networks: readonly string[]): Promise<{ ended: string[]; ran: string[] }> {
  const ran: string[] = [];
  const asked = networks.map((network) => {
    const task = async (): Promise<string> => {
      ran.push(network);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return 'done';
    };
    return places.run(network, task).catch(codeOf);
  });
  return { ended: await Promise.all(asked), ran };
}

const limits = { atOnce: 1, waiting: 5, waitingEach: 2 };

describe('places', () => {
  it('give one network only a few of the places to wait', async () => {
    const { ended } = await ask(new Places(limits, 'x'), ['a', 'a', 'a', 'a', 'a', 'b']);
    expect(ended).toEqual(['done', 'done', 'done', 'unavailable', 'unavailable', 'done']);
  });

  it('let networks take turns, so that a new one does not wait for all of another', async () => {
    const { ran } = await ask(new Places(limits, 'x'), ['a', 'a', 'a', 'b', 'b', 'c']);
    expect(ran).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('are refused when too many of all networks wait, and free again afterwards', async () => {
    const places = new Places(limits, 'x');
    const networks = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect((await ask(places, networks)).ended).toEqual([...Array<string>(6).fill('done'), 'unavailable']);
    expect((await ask(places, networks.slice(1))).ended).toEqual(Array<string>(6).fill('done'));
  });

  it('are free again after a task that failed', async () => {
    const places = new Places(limits, 'x');
    await expect(places.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await ask(places, ['b'])).ended).toEqual(['done']);
  });
});
