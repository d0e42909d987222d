import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SseParser, type SseMessage } from './sse-parser.js';

function parsed(...pieces: readonly string[]): SseMessage[] {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

describe('Server-Sent Events', () => {
  it.each([
    ['a line', 'a'.repeat(100_000)],
    ['a message of many lines', `${'a'.repeat(100_000)}\ndata: `],
  ])('are refused if %s does not end', (_, piece) => {
    const parser = new SseParser();
    const pieces = ['data: ', ...Array.from({ length: 11 }, () => piece)];
    expect(() => pieces.map((each) => parser.push(each))).toThrow(RangeError);
    // However it is cut into pieces.
    expect(() => new SseParser().push(`${pieces.join('')}\n\n`)).toThrow(RangeError);
  });

  it.each<[string, string, SseMessage[]]>([
    ['a message', 'id: 7\ndata: {"a":1}\n\n', [{ id: '7', data: '{"a":1}' }]],
    ['data without a blank after the colon', 'data:x\n\n', [{ id: undefined, data: 'x' }]],
    ['data that begins with blanks and holds colons', 'data:  a: b\n\n', [{ id: undefined, data: ' a: b' }]],
    ['data in several lines', 'data: a\ndata\ndata: b\n\n', [{ id: undefined, data: 'a\n\nb' }]],
    [
      'an id that stays until the next',
      'id: 1\ndata: a\n\ndata: b\n\n',
      [1, 1].map((_, n) => ({ id: '1', data: 'ab'[n] })),
    ],
    ['an id alone', ': heartbeat\nid: 2\n\n', [{ id: '2', data: undefined }]],
    ['an id with a NUL, which is none', 'id: 1\nid: 2\0\ndata: a\n\n', [{ id: '1', data: 'a' }]],
    ['comments and fields that mean nothing', ':\n:x\nevent: y\nfoo: z\ndata: a\n\n', [{ id: undefined, data: 'a' }]],
    ['lines that end with CR LF', 'id: 1\r\ndata: a\r\n\r\n', [{ id: '1', data: 'a' }]],
    ['lines that end with CR', 'id: 1\rdata: a\r\rdata: b\r\r:', [1, 1].map((_, n) => ({ id: '1', data: 'ab'[n] }))],
    [
      'separators of Unicode, which end no line',
      'data: a\u2028b\u0085c\n\n',
      [{ id: undefined, data: 'a\u2028b\u0085c' }],
    ],
    ['a message that has not come whole', 'id: 1\ndata: a\n', []],
  ])('read %s', (_, text, messages) => {
    expect(parsed(text)).toEqual(messages);
  });

  it('say after how long to come back, in digits alone', () => {
    const parser = new SseParser();
    parser.push('retry: 2000\n\n');
    parser.push('retry: soon\n\n');
    expect(parser.retryMs).toBe(2_000);
  });

  it('are the same however the text is cut', () => {
    const text = fc.stringMatching(/^(?:(?:id|data|retry|:|x)(?:: ?[a-z:é\u2028 ]{0,5})?(?:\n|\r\n|\r)|\n|\r\n)*$/);
    const cuts = fc.array(fc.nat({ max: 60 }));
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const ends = [...places, 0, whole.length].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, n) => whole.slice(ends[n], end));
        // What comes last decides whether a CR before it was half of a CR LF.
        expect(parsed(...pieces, ':')).toEqual(parsed(`${whole}:`));
      }),
    );
  });
});
