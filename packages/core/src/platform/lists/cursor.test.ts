import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.js';
import { Cursors } from './cursor.js';

const scope = { environmentId: 1 };
const rows = ['5', '4', '3'].map((id) => ({ id }));

function codeOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof DomainError ? error.code : 'another error';
  }
  return 'no error';
}

describe('cursors', () => {
  it('point to the row after the last one returned', () => {
    const cursors = new Cursors('payments', scope);
    const page = cursors.page(rows, 2, (row) => row.id);
    expect(page).toMatchObject({ data: ['5', '4'], hasMore: true });
    expect(cursors.read(page.nextCursor ?? '')).toBe('4');
  });

  it('are null on the last page', () => {
    const page = new Cursors('payments', scope).page(rows, 3, (row) => row.id);
    expect(page).toEqual({ data: ['5', '4', '3'], hasMore: false, nextCursor: null });
  });

  it('of another list or other filters are rejected', () => {
    const cursor = new Cursors('payments', scope, { status: 'failed' }).page(rows, 1, (row) => row.id).nextCursor ?? '';
    expect(codeOf(() => new Cursors('webhooks', scope, { status: 'failed' }).read(cursor))).toBe('invalid_cursor');
    expect(codeOf(() => new Cursors('payments', scope, { status: 'pending' }).read(cursor))).toBe('invalid_cursor');
    expect(codeOf(() => new Cursors('payments', scope, { status: 'failed' }).read(cursor))).toBe('no error');
  });

  it('of another environment are rejected, as are other spellings of the same bytes', () => {
    const cursor = new Cursors('payments', scope).write(['4']);
    expect(codeOf(() => new Cursors('payments', { environmentId: 2 }).read(cursor))).toBe('invalid_cursor');
    for (const other of [`${cursor}a`, `${cursor}=`, ` ${cursor}`]) {
      expect(codeOf(() => new Cursors('payments', scope).read(other))).toBe('invalid_cursor');
    }
    expect(codeOf(() => new Cursors('payments', scope).read(cursor))).toBe('no error');
  });

  it('that lost characters or point elsewhere are rejected', () => {
    const cursors = new Cursors('payments', scope);
    const cursor = cursors.write(['253242880858624003']);
    for (let length = 0; length < cursor.length; length += 1) {
      expect(codeOf(() => cursors.read(cursor.slice(0, length)))).toBe('invalid_cursor');
    }
    const elsewhere = Buffer.from(cursor, 'base64url').toString().replace(/3$/, '4');
    expect(codeOf(() => cursors.read(Buffer.from(elsewhere).toString('base64url')))).toBe('invalid_cursor');
  });

  it.each(['', 'x', 'MS5hYWFhYWFhYWFhYS4x', '💥'])('%j is rejected', (cursor) => {
    expect(codeOf(() => new Cursors('payments', scope).read(cursor))).toBe('invalid_cursor');
  });
});
