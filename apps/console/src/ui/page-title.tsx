import { useEffect, type ReactElement } from 'react';
import { MODE_NAMES, useMode } from '../lib/modes';

/** The heading of a page, which is also the title of its window. */
export function PageTitle({ title }: { readonly title: string }): ReactElement {
  const { mode } = useMode();
  useEffect(() => {
    document.title = `${title} - ${MODE_NAMES[mode]} - Svc Payments`;
  }, [title, mode]);
  return <h1>{title}</h1>;
}
