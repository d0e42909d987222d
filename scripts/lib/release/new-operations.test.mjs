import { describe, expect, it } from 'vitest';
import { unmentioned } from './new-operations.mjs';

const contract = (/** @type {string[]} */ ...operationIds) => ({
  paths: Object.fromEntries(
    operationIds.map((id) => [`/v1/${id}`, { get: { operationId: id, responses: { 200: {} } } }]),
  ),
});
const methods = /** @type {any[]} */ (
  ['listThings', 'getThing'].map((operationId, place) => ({
    ...{ resource: 'someThings', method: ['list', 'findOne'][place] },
    operation: { operationId, method: 'GET', path: `/v1/${operationId}` },
  }))
);
const mentions = {
  'CHANGELOG.md': '- `GET /v1/getThing` returns a thing.',
  'packages/sdk/CHANGELOG.md': '- `someThings.findOne` is new.',
  'packages/sdk-python/CHANGELOG.md': '- `some_things.find_one` is new.',
  'packages/sdk-php/CHANGELOG.md': '- `someThings->findOne` is new.',
  'packages/sdk-java/CHANGELOG.md': '- `someThings().findOne` is new.',
};

describe('unmentioned', () => {
  it('is empty if every changelog mentions what the released contract lacks', () => {
    expect(unmentioned(contract('listThings'), methods, new Map(Object.entries(mentions)))).toEqual([]);
  });

  it.each(Object.entries(mentions))('reports %s without it', (path, text) => {
    const [, name] = /(`.*?`)/.exec(text) ?? [];
    const without = new Map(
      Object.entries({ ...mentions, [path]: text.replace('ne`', 'ne_of_many`').replace('Thing`', 'Things`') }),
    );
    expect(unmentioned(contract('listThings'), methods, without)).toEqual([
      `${path}: does not mention ${name}, which is new`,
    ]);
  });

  it('reports every new operation', () => {
    expect(unmentioned(contract(), methods, new Map(Object.entries(mentions)))).toHaveLength(5);
  });
});
