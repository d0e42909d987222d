import type { AnalyticsSummaryRow } from '@svc/sdk';
import type { ReactElement } from 'react';
import table from '../../ui/table.module.css';
import type { FigureColumn } from './figures';

interface FigureTableProps {
  readonly name: string;
  /** The class of the part that scrolls. */
  readonly className: string | undefined;
  readonly rows: readonly AnalyticsSummaryRow[];
  /** The title of the first column. */
  readonly first: string;
  readonly labelOf: (row: AnalyticsSummaryRow) => string;
  readonly columns: readonly FigureColumn[];
}

/** Rows of a summary, with a label and figures. */
export function FigureTable({ name, className, rows, first, labelOf, columns }: FigureTableProps): ReactElement {
  return (
    <div className={className} tabIndex={0} role="region" aria-label={`${name}, scrollable`}>
      <table className={table['table']} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(([title]) => (
              <th scope="col" key={title} className={table['number']}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.start} ${row.currency}`}>
              <th scope="row">{labelOf(row)}</th>
              {columns.map(([title, text]) => (
                <td key={title} className={table['number']}>
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
