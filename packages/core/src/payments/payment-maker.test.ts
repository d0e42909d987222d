import { describe, expect, it } from 'vitest';
import { isSameParty, type Party } from './payment-maker.js';

const key = (keyId: string, keyOwner: string | null = null): Party => ({ keyId, userId: null, keyOwner });
const person = (userId: string): Party => ({ keyId: null, userId, keyOwner: null });

describe('isSameParty', () => {
  it.each([
    ['a key and itself', key('1'), key('1'), true],
    ['two keys of nobody', key('1'), key('2'), false],
    ['two keys of one person', key('1', '7'), key('2', '7'), true],
    ['two keys of two persons', key('1', '7'), key('2', '8'), false],
    ['a person and themselves', person('7'), person('7'), true],
    ['two persons', person('7'), person('8'), false],
    ['a key and the person who created it', key('1', '7'), person('7'), true],
    ['a person and a key that they created', person('7'), key('1', '7'), true],
    ['a key and another person', key('1', '7'), person('8'), false],
    ['a key with the number of a person', key('7'), person('7'), false],
  ])('%s', (_, one, other, isSame) => {
    expect(isSameParty(one, other)).toBe(isSame);
  });
});
