import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useMode } from '../lib/modes';
import { buttonClass } from './button';
import { FailureNotice } from './notice';
import { Table, type TableProps } from './table';
import styles from './list.module.css';

/** A page of a list, as the client library returns it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

interface ListProps<Item> extends Omit<TableProps<Item>, 'items'> {
  /** The object that the items belong to, if they are only part of all items. */
  readonly of?: string;
  /** The query of the operation, which is also that of the page's address. */
  readonly search: object & { readonly cursor?: string | undefined };
  readonly load: (signal: AbortSignal) => Promise<Page<Item>>;
  /** Shown without any item: what they are, and the call that creates one. */
  readonly empty: ReactNode;
  /** Milliseconds until the page is read again. By default, it is only read when it is opened. */
  readonly refreshMs?: (items: readonly Item[]) => number | false;
}

/** A list of the API as a table, one page at a time. The cursor is in the address. */
export function List<Item>(props: ListProps<Item>): ReactElement {
  const { name, of, search, load, idOf, pathOf, columns, empty, refreshMs } = props;
  const { mode } = useMode();
  const { data, error, isPending } = useQuery({
    queryKey: [mode, name, of, search],
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshMs?.(state.data?.data ?? []) ?? false,
  });
  if (error !== null) return <FailureNotice error={error} />;
  if (isPending) return <p role="status">Loading</p>;
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  if (data.data.length === 0) {
    return <div className={styles['empty']}>{isFiltered ? <p>Nothing matches the filters.</p> : empty}</div>;
  }
  return (
    <>
      <Table name={name} items={data.data} idOf={idOf} pathOf={pathOf} columns={columns} />
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
