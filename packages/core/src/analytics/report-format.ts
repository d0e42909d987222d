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

/** Characters that spreadsheets skip before they look for a formula: white space, controls, BOM, zero-width. */
const IGNORED_START = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/u;

/** Formats a cell by RFC 4180. Texts are always quoted, and get an apostrophe if they look like a formula. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${startsFormula(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
}

function startsFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  // NFKC maps full-width and small forms of the signs to the plain ones; U+2212 is the mathematical minus.
  const [first = ''] = text.replace(IGNORED_START, '');
  return /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}

function valueAt(row: Row, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}
