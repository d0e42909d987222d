import { describe, expect, it } from 'vitest';
import { csvCell, reportFormat } from './report-format.js';

describe('a CSV cell', () => {
  it.each([
    ['plain text', '"plain text"'],
    ['', '""'],
    [null, ''],
    [undefined, ''],
    [-12, '-12'],
    [true, 'true'],
    ['true', '"true"'],
    ['007', '"007"'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' 7 apples', '" 7 apples"'],
    ['\uFEFFtext', '"\uFEFFtext"'],
    [{ order: '7', note: 'a, b' }, '"{""order"":""7"",""note"":""a, b""}"'],
  ])('of %j is %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\ttext'],
    ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', '⁼1', '−1'],
    ...[
      ' =1',
      '\u00A0+1',
      '\u3000@A',
      '\uFEFF=1',
      '\u200B=1',
      '\u200D-1',
      '\u2060=1',
      '\u00AD=1',
      '\u0000=1',
      '\u3164=1',
    ],
    ' \uFEFF\u200B ＝1',
  ])('with the text %j is not a formula', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  it.each([
    ['Order 7;=1+1;x', "Order 7;'=1+1;x"],
    ['a\t=2+2', "a\t'=2+2"],
    ['a\r\n=2+2\n-3', "a\r\n'=2+2\n'-3"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['a; \u200B＝1', "a;' \u200B＝1"],
    ['=1;@A', "'=1;'@A"],
    ['a;;+1', "a;;'+1"],
    [{ note: 'a;=1' }, `{""note"":""a;'=1""}`],
  ])('of %j is no formula either where a spreadsheet splits it', (value, text) => {
    expect(csvCell(value)).toBe(`"${text}"`);
  });

  it('cannot begin a formula behind the quotes of a cell that is split', () => {
    expect(csvCell('a;"=1')).toBe(`"a;'""=1"`);
  });

  it('cannot end its quotes to start a formula', () => {
    expect(csvCell('=1","=2')).toBe(`"'=1"",""=2"`);
  });
});

it('a CSV file has a header line, and a column for each field, even if a parent is null', () => {
  const csv = reportFormat('csv', ['id', 'amount.value', 'failure.code']);
  expect(csv.head).toBe('"id","amount.value","failure.code"\r\n');
  expect(csv.row({ id: 'pay_1', amount: { value: 5 }, failure: null })).toBe('"pay_1",5,\r\n');
});

it('a JSON file is an array for any number of rows', () => {
  const { head, between, tail, row } = reportFormat('json', []);
  for (const rows of [[], [{ a: 1 }], [{ a: 1 }, { b: '\u2028' }]]) {
    expect(JSON.parse(head + rows.map(row).join(between) + tail)).toEqual(rows);
  }
});
