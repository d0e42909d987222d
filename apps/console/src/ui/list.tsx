import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { useMode } from '../lib/modes';
import { buttonClass } from './button';
import { FailureNotice } from './notice';
import { Table, type Identified, type TableProps } from './table';
import styles from './list.module.css';

/** A page of a list, as the client library returns it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

interface ListProps<Item extends Identified> extends Omit<TableProps<Item>, 'items'> {
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
export function List<Item extends Identified>(props: ListProps<Item>): ReactElement {
  const { name, of, search, load, pathOf, columns, empty, refreshMs } = props;
  const { mode } = useMode();
  const rows = useRef<HTMLDivElement>(null);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: [mode, name, of, search],
    queryFn: ({ signal }) => load(signal),
    // The page before it, but not that of another mode or object.
    placeholderData: (before, query) => (query?.queryKey[0] === mode && query.queryKey[2] === of ? before : undefined),
    refetchInterval: ({ state }) => refreshMs?.(state.data?.data ?? []) ?? false,
  });
  const isFirst = search.cursor === undefined;
  return (
    <>
      {error !== null && <FailureNotice error={error} isOfFilters />}
      {/* Outside of the busy part, whose changes are not announced. */}
      <p role="status" className={styles['status']}>
        {isPending || isPlaceholderData ? 'Loading' : data && rowsText(data, isFirst)}
      </p>
      {/* An address whose cursor is refused. */}
      {data === undefined && error !== null && !isFirst && <FirstPage />}
      {data !== undefined && (
        <div ref={rows} tabIndex={-1} className={styles['rows']} aria-busy={isPlaceholderData}>
          {data.data.length === 0 ? (
            <div className={styles['empty']}>{whyEmpty(search) ?? empty}</div>
          ) : (
            <Table name={name} items={data.data} pathOf={pathOf} columns={columns} />
          )}
          <div className={styles['pages']}>
            {/* The link is about to go. */}
            {!isFirst && <FirstPage onClick={() => rows.current?.focus({ preventScroll: true })} />}
            {(data.hasMore || !isFirst) && (
              // On the last page too, so that it keeps the focus. The cursor belongs to the rows that are shown.
              <Link
                to="."
                search={(before) => ({ ...before, cursor: data.nextCursor ?? undefined })}
                className={buttonClass()}
                disabled={!data.hasMore || isPlaceholderData}
                tabIndex={0}
              >
                Next page
              </Link>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function FirstPage({ onClick }: { readonly onClick?: () => void }): ReactElement {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, cursor: undefined })}
      className={buttonClass()}
      {...(onClick && { onClick })}
    >
      First page
    </Link>
  );
}

function rowsText({ data, hasMore }: Page<unknown>, isFirst: boolean): string {
  const count = data.length === 1 ? '1 row' : `${data.length} rows`;
  return isFirst && !hasMore ? count : `${count} on this page`;
}

function whyEmpty({ cursor, ...filters }: ListProps<never>['search']): ReactElement | undefined {
  if (cursor !== undefined) return <p>There is nothing on this page any more.</p>;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return isFiltered ? <p>Nothing matches the filters.</p> : undefined;
}
