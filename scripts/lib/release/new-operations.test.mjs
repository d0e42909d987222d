import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../run-command.mjs';
import { unmentioned, unmentionedOperations } from './new-operations.mjs';

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

describe('unmentionedOperations', () => {
  it('says how to make a generated contract that lacks operations of the manifest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-new-operations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stale = JSON.stringify(contract('getThing'));
    const files = { ...mentions, 'openapi/baseline.json': stale, 'openapi/openapi.json': stale };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const refused = unmentionedOperations(folder);
    await expect(refused).rejects.toThrow(Refusal);
    await expect(refused).rejects.toThrow(
      /^openapi\/openapi\.json does not match openapi\/client-methods\.yaml; run `npm run generate` first\.\n/,
    );
  });
});
