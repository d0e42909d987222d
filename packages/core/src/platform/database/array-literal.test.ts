import { createEmptyDatabase } from '@svc/testing';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { arrayLiteral } from './array-literal.js';

const LARGEST = '9223372036854775807';

describe('the text of an array', () => {
  it.each<[string, (number | string | null)[], string]>([
    ['nothing', [], '{}'],
    ['numbers', [1, -2, 0, -0, Number.MAX_SAFE_INTEGER], '{1,-2,0,0,9007199254740991}'],
    ['ids', ['100', LARGEST, '-1'], `{100,${LARGEST},-1}`],
    ['what is missing', [null, 1, null], '{NULL,1,NULL}'],
  ])('of %s', (_, values, text) => {
    expect(arrayLiteral(values)).toBe(text);
  });

  it.each<[unknown]>([
    [''],
    ['1,2'],
    ['1}'],
    ['1\n'],
    ['1.5'],
    ['0x10'],
    ['NULL'],
    ['"1"'],
    ['+1'],
    ['12345678901234567890'],
    [1.5],
    [NaN],
    [Infinity],
    [2 ** 53],
    [true],
    [undefined],
    [{}],
  ])('is refused of %j', (value) => {
    expect(() => arrayLiteral([1, value as number])).toThrow(TypeError);
  });

  it('means to Postgres what the driver would have sent', async () => {
    const database = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const [numbers, ids] = [
      [1, null, -2_147_483_648],
      ['1', LARGEST, null],
    ];
    const { rows } = await client.query(
      `SELECT $1::int[] = $2::int[] AND $3::bigint[] = $4::bigint[] AND $5::int[] = '{}' AS same`,
      [arrayLiteral(numbers), numbers, arrayLiteral(ids), ids, arrayLiteral([])],
    );
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ same: true }]);
  });
});
