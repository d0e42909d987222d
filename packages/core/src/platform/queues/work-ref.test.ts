import { describe, expect, it } from 'vitest';
import { decodeWorkRef, decodeWorkRefs, encodeWorkRef } from './work-ref.js';

const LARGEST = '9223372036854775807';

describe('a row reference', () => {
  it.each([
    [{ environmentId: 1, id: '7' }],
    [{ environmentId: 2_147_483_647, id: LARGEST }],
    [{ environmentId: 1, id: '7', webhookId: '0' }],
    [{ environmentId: 1, id: '7', webhookId: '9', eventId: LARGEST }],
    [{ environmentId: 1, id: '7', processor: 'http' }],
    [{ environmentId: 1, id: '7', processor: `stripe:${LARGEST}` }],
  ])('round-trips: %o', (ref) => {
    expect(decodeWorkRef(encodeWorkRef(ref))).toEqual(ref);
  });

  it.each([
    ...['', '1', '1-', '-1', '1--1', '1-7-9-5-1', 'a-7', '1-7 ', '1-7\n', '1-+7', '1-7.0', '1-1e3', '1-٧'],
    ...['1-9223372036854775808', `1-7-9-9223372036854775808`, '1-10000000000000000000', '2147483648-7'],
    // Postgres would find these rows, but lookups by the text would miss them.
    ...['01-7', '1-07', '1-7-09', '1-7-9-05', '00-7', '1-00'],
    ...['1-7-http:', '1-7-http:x', '1-7-http:07', '1-7-HTTP:7', '1-7-9-http', '1-7-:7', '1-7-http:7:7'],
  ])('is rejected in another spelling: %j', (text) => {
    expect(decodeWorkRef(text)).toBeUndefined();
  });

  it('is dropped if invalid, without affecting others', () => {
    expect(decodeWorkRefs({ refs: ['1-07', 7, null, ['1-7'], '1-7'] })).toEqual([{ environmentId: 1, id: '7' }]);
    for (const data of [null, undefined, 'x', {}, { refs: null }, { refs: '1-7' }])
      expect(decodeWorkRefs(data)).toEqual([]);
  });
});
