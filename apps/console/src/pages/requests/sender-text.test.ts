import { describe, expect, it } from 'vitest';
import { senderText } from './sender-text.js';

const names = new Map([['usr_1', 'Ada']]);

describe('the sender of a request', () => {
  it.each([
    ['key_1', null, 'key_1'],
    [null, 'usr_1', 'Ada (usr_1)'],
    [null, 'usr_2', 'usr_2'],
  ])('with key %s and user %s is %s', (keyId, userId, text) => {
    expect(senderText({ keyId, userId }, names)).toBe(text);
  });
});
