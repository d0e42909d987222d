import { describe, expect, it } from 'vitest';
import { lackingTexts } from './lacking.js';

const names = ['payments', 'statement', 'events', 'settlement', 'disputes'];
const verified = (granted: boolean) => ({ permissions: names.map((name) => ({ name, granted })) });

describe('what credentials may not do', () => {
  it('is nothing, or each permission with its consequence', () => {
    expect(lackingTexts(verified(true))).toEqual([]);
    const texts = lackingTexts(verified(false));
    expect(texts).toHaveLength(names.length);
    expect(texts).toContain('The key may not read disputes. They are not shown here.');
  });

  it('names a permission that this console does not know', () => {
    expect(lackingTexts({ permissions: [{ name: 'constructor', granted: false }] })).toEqual([
      'The key lacks the permission "constructor".',
    ]);
  });
});
