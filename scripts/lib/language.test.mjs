import { describe, expect, it } from 'vitest';
import { checkLanguage } from './language-check.mjs';
import { findPhrases, rules } from './language.mjs';

const examples = [
  'Opaque to whoever reads it.',
  'Some filters need others beside them.',
  'What getaddrinfo did besides DNS.',
  'Metrics are told to this machine alone.',
  'An entry tells of a change.',
  'Has every transaction wait before it begins.',
  'The cursor is none that was given.',
  'An endpoint of which every attempt failed.',
  'Worker and queue take notice of it.',
  'Two answers that bear it out.',
  'Signed as ever.',
  'Nothing is kept but its hash.',
  'See what became of a payment.',
  'A delivery and what came of it.',
  'However the customer came to be.',
  'The next payment, be it a retry.',
  'It took effect all the same.',
  'It asks in vain.',
  'A lock, lest it be counted twice.',
  'More ids in the midst of it.',
  'An operation that there is not.',
  'The fingerprints hang on it as well.',
  'Let go of an authorization.',
  'The erasure goes on by itself.',
  'Nobody waits for a batch.',
  'Asked again, for as long as it takes.',
];

describe('the phrases', () => {
  it.each(examples)('%s', (text) => {
    expect(findPhrases(text)).toHaveLength(1);
  });

  it('have an example each', () => {
    const found = new Set(examples.flatMap((text) => findPhrases(text)).map(({ instead }) => instead));
    expect([...found].sort()).toEqual(rules.map(({ instead }) => instead).sort());
  });

  it('are found across line breaks and comment marks, with the line in which they begin', () => {
    expect(findPhrases('/**\n * The book is\n * told to clients.\n */')).toMatchObject([{ line: 2, found: 'is told' }]);
    expect(findPhrases('# an endpoint of\n# which')).toMatchObject([{ line: 1, found: 'of which' }]);
  });

  it.each([
    'A client has to wait.',
    'The file lists none. That is fine.',
    'Place it beside the road.',
    'The latest of these; nothing. But then.',
    'It has a Retry-After header. Wait for it.',
  ])('are not found in: %s', (text) => {
    expect(findPhrases(text)).toEqual([]);
  });
});

describe('the check', () => {
  const files = {
    'docs/a.md': 'plain\nas ever',
    'apps/api/b.ts': '// in vain',
    'packages/c/generated/d.ts': 'as ever',
  };
  const check = (reviewed) =>
    checkLanguage(Object.keys(files), (file) => files[file], { exceptions: [], laterFolders: [], ...reviewed });
  const asEver = { file: 'docs/a.md', found: 'as ever', reason: 'a quotation' };

  it('names file, line, phrase and what to write, and leaves generated files out', () => {
    expect(check({})).toEqual([
      'docs/a.md:2: "as ever"; write "as usual", or nothing',
      'apps/api/b.ts:1: "in vain"; write "without success"',
    ]);
  });

  it('allows reviewed exceptions and folders that follow later', () => {
    expect(check({ exceptions: [asEver], laterFolders: ['apps'] })).toEqual([]);
  });

  it('fails for an exception or a folder that is no longer needed', () => {
    const unused = { ...asEver, found: 'lest' };
    expect(check({ exceptions: [asEver, unused], laterFolders: ['apps', 'packages/core'] })).toEqual([
      'packages/core has no such phrases any more: remove it from laterFolders',
      'docs/a.md does not contain "lest" any more: remove the exception',
    ]);
  });
});
