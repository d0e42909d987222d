import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useMode } from '../lib/modes';
import { mayUse, useSession } from '../session/session';
import { visiblePages } from '../shell/navigation';
import { Dialog } from '../ui/dialog';
import { FailureNotice } from '../ui/notice';
import { immediateResults, isLookedUp, lookUp, type Result } from './results';
import styles from './search.module.css';

/** Milliseconds after the last key until the service is asked. */
const PAUSE_MS = 200;

/** One box that finds objects and pages. The arrow keys choose a result, and Enter opens it. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { mode } = useMode();
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { results, error, isSearching } = useResults(typed.trim());
  const index = Math.min(chosen, results.length - 1);
  const open = ({ path, search }: Result): void => {
    onClose();
    void navigate({ to: '/$mode/$', params: { mode, _splat: path }, search: () => search ?? {} });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const result = results[index];
    if (step !== undefined && results.length > 0) setChosen((index + step + results.length) % results.length);
    else if (event.key === 'Enter' && result !== undefined) open(result);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Id, reference, e-mail or page"
        placeholder="Id, reference, e-mail or page"
        aria-expanded={results.length > 0}
        aria-controls={results.length > 0 ? list : undefined}
        aria-activedescendant={results.length > 0 ? `${list}-${index}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
      />
      {error !== null && <FailureNotice error={error} />}
      <p role="status" className={styles['quiet']}>
        {isSearching ? 'Searching' : countText(results.length)}
      </p>
      {results.length > 0 && (
        <ul id={list} role="listbox" aria-label="Results" className={styles['results']}>
          {results.map((result, position) => (
            <li
              key={`${result.path} ${result.title}`}
              id={`${list}-${position}`}
              role="option"
              aria-selected={position === index}
              ref={position === index ? scrollIntoView : undefined}
              onClick={() => open(result)}
            >
              {result.title} <span className={styles['quiet']}>{result.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

interface Results {
  readonly results: readonly Result[];
  readonly error: unknown;
  readonly isSearching: boolean;
}

function useResults(text: string): Results {
  const { mode, client } = useMode();
  const session = useSession();
  const settled = useDebounced(text, PAUSE_MS);
  const may = {
    payments: mayUse(session, mode, 'payments:read'),
    customers: mayUse(session, mode, 'customers:read'),
  };
  const { data, error, isFetching } = useQuery({
    queryKey: [mode, 'search', settled],
    queryFn: ({ signal }) => lookUp(client, settled, may, signal),
    enabled: isLookedUp(settled),
  });
  const isSearching = isLookedUp(text) && (settled !== text || isFetching);
  const found = isLookedUp(text) && !isSearching ? (data ?? []) : [];
  return {
    results: [...immediateResults(text, visiblePages(session, mode)), ...found],
    error: isSearching ? null : error,
    isSearching,
  };
}

/** A value once it has not changed for a while. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

function countText(count: number): string {
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result' : `${count} results`;
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
