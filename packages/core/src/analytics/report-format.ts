import type { Schemas } from '@svc/contract';

type Row = Readonly<Record<string, unknown>>;

export interface ReportFormat {
  readonly mediaType: string;
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  /** Formats a row, with its terminator. */
  row(row: Row): string;
}

/** Returns a format; `columns` are those of CSV. */
export function reportFormat(format: Schemas['ReportFormat'], columns: readonly string[]): ReportFormat {
  if (format === 'json') {
    return {
      mediaType: 'application/json',
      head: '[\n',
      between: ',\n',
      tail: '\n]\n',
      row: (row) => JSON.stringify(row),
    };
  }
  const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
  const paths = columns.map((column) => column.split('.'));
  const row = (fields: Row): string => line(paths.map((path) => valueAt(fields, path)));
  return { mediaType: 'text/csv', head: line(columns), between: '', tail: '', row };
}

/** What may stand before a formula: white space, controls, BOM, zero-width, and the quotes of a cell that was split. */
const IGNORED_START = /^["\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;

/** Where a spreadsheet may begin another cell within a text, if it is set to split at something else than the comma. */
const SEPARATORS = /([;\t\r\n])/;

/**
 * Formats a cell by RFC 4180. Texts are always quoted, and get an apostrophe if they look like a formula, also behind each
 * character at which a spreadsheet may split them.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${withoutFormulas(text).replaceAll('"', '""')}"`;
}

function withoutFormulas(text: string): string {
  const start = /^[\t\r\n]/.test(text) ? "'" : '';
  const parts = text.split(SEPARATORS).map((part) => (startsFormula(part) ? `'${part}` : part));
  return `${start}${parts.join('')}`;
}

function startsFormula(text: string): boolean {
  // NFKC maps full-width and small forms of the signs to the plain ones; U+2212 is the mathematical minus.
  const [first = ''] = text.replace(IGNORED_START, '');
  return /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}

function valueAt(row: Row, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}
