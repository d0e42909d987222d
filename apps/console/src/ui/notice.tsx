import type { ReactElement, ReactNode } from 'react';
import { failureOf } from '../lib/problem';
import styles from './notice.module.css';

interface FailureNoticeProps {
  readonly error: unknown;
  /** What else there is to say about it. */
  readonly children?: ReactNode;
}

/** Says what failed, with the id of the request for support. */
export function FailureNotice({ error, children }: FailureNoticeProps): ReactElement {
  const { message, requestId } = failureOf(error);
  return (
    <div role="alert" className={`${styles['notice']} ${styles['bad']}`}>
      {message}
      {requestId !== undefined && <span className={styles['small']}>Request {requestId}</span>}
      {children}
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
