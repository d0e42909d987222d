import { describe, expect, it } from 'vitest';
import { actorText, changesText } from './entry-text.js';

const names = new Map([['usr_1', 'Ada']]);

describe('actorText', () => {
  it.each([
    ['member', null, 'usr_1', 'Ada (usr_1)'],
    ['member', null, 'usr_2', 'usr_2'],
    ['api_key', 'key_1', null, 'key_1'],
    ['operator', 'key_1', null, 'Operator'],
    ['identity_provider', null, null, 'Identity provider'],
    ['robot', null, null, 'robot'],
  ])('%s with key %s and user %s is %s', (actor, keyId, userId, text) => {
    expect(actorText({ actor, keyId, userId }, names)).toBe(text);
  });
});

describe('changesText', () => {
  it.each([
    [{ changes: ['name', 'scopes'], roleChange: null }, 'name, scopes'],
    [{ changes: ['role'], roleChange: { before: 'viewer', after: 'owner' } }, 'viewer → owner'],
    [{ changes: [], roleChange: { before: null, after: 'support' } }, 'no member → support'],
  ])('of %j is %s', (entry, text) => {
    expect(changesText(entry)).toBe(text);
  });
});
