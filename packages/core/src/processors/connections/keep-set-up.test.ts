import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../platform/errors/domain-error.js';
import { keepSetUp } from './keep-set-up.js';

async function doneAfter(failure?: Error): Promise<string[]> {
  const done: string[] = [];
  const setUp = {
    keep: () => Promise.resolve(void done.push('removed what it replaces')),
    undo: () => Promise.resolve(void done.push('removed what it made')),
  };
  const store = (): Promise<string> => (failure === undefined ? Promise.resolve('stored') : Promise.reject(failure));
  if (failure === undefined) expect(await keepSetUp(setUp, store)).toBe('stored');
  else await expect(keepSetUp(setUp, store)).rejects.toBe(failure);
  return done;
}

const sqlError = (code: string): Error => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

describe('a set-up', () => {
  it('replaces the former one once it is stored', async () => {
    expect(await doneAfter()).toEqual(['removed what it replaces']);
  });

  it.each([
    ['a refusal', new DomainError('processor_in_use', 'no')],
    ['an error of Postgres', sqlError('23505')],
  ])('is removed after %s', async (_, failure) => {
    expect(await doneAfter(failure)).toEqual(['removed what it made']);
  });

  it.each([
    ['a lost connection', sqlError('08006')],
    ['the end of the server', sqlError('57P01')],
    ['a lost socket', Object.assign(new Error('no'), { code: 'ECONNRESET' })],
    ['another error', new Error('no')],
  ])('stays beside the former one after %s, because the commit may stand', async (_, failure) => {
    expect(await doneAfter(failure)).toEqual([]);
  });
});
