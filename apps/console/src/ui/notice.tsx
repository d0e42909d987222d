import type { ReactElement, ReactNode } from 'react';
import { failureOf } from '../lib/problem';
import styles from './notice.module.css';

/** Says what failed, with the id of the request for support, and what has changed since. */
export function FailureNotice({ error }: { readonly error: unknown }): ReactElement {
  const { message, requestId, changes } = failureOf(error);
  return (
    <div role="alert" className={`${styles['notice']} ${styles['bad']}`}>
      {message}
      {requestId !== undefined && <span className={styles['small']}>Request {requestId}</span>}
      {changes.length > 0 && (
        <>
          <p>This has changed since you opened the dialog:</p>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Says that something was done. */
export function SuccessNotice({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div role="status" className={children === null ? undefined : `${styles['notice']} ${styles['good']}`}>
      {children}
    </div>
  );
}

/** Says that something needs attention, though no request failed. */
export function Notice({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div role="alert" className={`${styles['notice']} ${styles['bad']}`}>
      {children}
    </div>
  );
}
