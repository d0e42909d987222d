import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useMode } from '../lib/modes';
import { buttonClass } from './button';
import { CopyButton } from './copy-button';
import { FailureNotice } from './notice';
import styles from './list.module.css';

/** A page of a list, as the client library returns it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Column<Item> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (item: Item) => ReactNode;
}

interface ListProps<Item> {
  /** The name of the table, and part of the key under which pages are kept. */
  readonly name: string;
  /** The query of the operation, which is also that of the page's address. */
  readonly search: object & { readonly cursor?: string | undefined };
  readonly load: (signal: AbortSignal) => Promise<Page<Item>>;
  readonly idOf: (item: Item) => string;
  /** The address of an item below the mode, such as `payments/pay_1`. */
  readonly pathOf: (item: Item) => string;
  readonly columns: readonly Column<Item>[];
  /** Shown without any item: what they are, and the call that creates one. */
  readonly empty: ReactNode;
}

/** A list of the API as a table, one page at a time. The cursor is in the address. */
export function List<Item>({ name, search, load, idOf, pathOf, columns, empty }: ListProps<Item>): ReactElement {
  const { mode } = useMode();
  const { data, error, isPending } = useQuery({
    queryKey: [mode, name, search],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <FailureNotice error={error} />;
  if (isPending) return <p role="status">Loading</p>;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (data.data.length === 0) {
    return <div className={styles['empty']}>{isFiltered ? <p>Nothing matches the filters.</p> : empty}</div>;
  }
  return (
    <>
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
            {data.data.map((item) => (
              <tr key={idOf(item)}>
                <td className={styles['id']}>
                  <Link to="/$mode/$" params={{ mode, _splat: pathOf(item) }}>
                    {idOf(item)}
                  </Link>
                  <CopyButton text={idOf(item)} />
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
      <div className={styles['pages']}>
        {search.cursor !== undefined && (
          <Link to="." search={(before) => ({ ...before, cursor: undefined })} className={buttonClass()}>
            First page
          </Link>
        )}
        {data.hasMore && (
          <Link
            to="."
            search={(before) => ({ ...before, cursor: data.nextCursor ?? undefined })}
            className={buttonClass()}
          >
            Next page
          </Link>
        )}
      </div>
    </>
  );
}
