import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useMode } from '../lib/modes';
import { CopyButton } from './copy-button';
import styles from './table.module.css';

export interface Column<Item> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (item: Item) => ReactNode;
}

/** What a row needs: its id is in the first cell. */
export interface Identified {
  readonly id: string;
  /** Tells rows apart that have the same id. */
  readonly rowKey?: string;
}

export interface TableProps<Item extends Identified> {
  /** The name of the table. In a list, it is part of the key under which pages are kept. */
  readonly name: string;
  readonly items: readonly Item[];
  /** The address of an item below the mode, such as `payments/pay_1`. Without it, the items have no pages. */
  readonly pathOf?: ((item: Item) => string) | undefined;
  readonly columns: readonly Column<Item>[];
}

/** Objects as rows. The first cell has the id, and links to the object. */
export function Table<Item extends Identified>({ name, items, pathOf, columns }: TableProps<Item>): ReactElement {
  const { mode } = useMode();
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={`${name}, scrollable`}>
      <table className={styles['table']} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">Id</th>
            {columns.map(({ title, isNumber }) => (
              <th scope="col" key={title} className={isNumber === true ? styles['number'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.rowKey ?? item.id}>
              <td className={styles['id']}>
                {pathOf === undefined ? (
                  item.id
                ) : (
                  <Link to="/$mode/$" params={{ mode, _splat: pathOf(item) }}>
                    {item.id}
                  </Link>
                )}
                <CopyButton text={item.id} />
              </td>
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} className={isNumber === true ? styles['number'] : undefined}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
