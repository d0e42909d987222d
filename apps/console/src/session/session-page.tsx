import { useEffect, type ReactElement, type ReactNode } from 'react';
import styles from './session-page.module.css';

interface SessionPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page without a session. */
export function SessionPage({ title, children }: SessionPageProps): ReactElement {
  useEffect(() => {
    document.title = `${title} - Svc Payments`;
  }, [title]);
  return (
    <main className={styles['page']}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
