import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { Button } from '../ui/button';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog')).SearchDialog }));

/** Opens the search, as Ctrl+K and Cmd+K do on every page. */
export function SearchButton(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // Nothing may open over a dialog, such as one with a form.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button aria-keyshortcuts="Control+K Meta+K" title="Ctrl+K" onClick={() => setOpen(true)}>
        Search
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}
