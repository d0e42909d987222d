import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { filterErrorText } from '../lib/filter-query';
import { failureOf } from '../lib/problem';
import { mayUse, sessionQuery } from '../session/session';
import styles from './notice.module.css';

interface FailureNoticeProps {
  readonly error: unknown;
  /** Whether its fields are filters. A form shows those of its own fields itself. */
  readonly isOfFilters?: boolean;
}

/** Says what failed, with the id of the request for support, and what has changed since. */
export function FailureNotice({ error, isOfFilters = false }: FailureNoticeProps): ReactElement {
  const { message, requestId, isLogged, changes, fields } = failureOf(error);
  const reasons = isOfFilters ? Object.entries(fields).map(([name, detail]) => filterErrorText(name, detail)) : [];
  return (
    <div role="alert" className={`${styles['notice']} ${styles['bad']}`}>
      {message}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {requestId !== undefined && (
        <span className={styles['small']}>Request {isLogged ? <RequestLink requestId={requestId} /> : requestId}</span>
      )}
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

/** The id of a request, which leads to the log for people who may read it. What reads the log is not in it. */
function RequestLink({ requestId }: { readonly requestId: string }): ReactElement | string {
  const { mode } = useParams({ strict: false });
  const session = useQueryClient().getQueryData(sessionQuery.queryKey);
  const [, , section] = useLocation().pathname.split('/');
  if (mode === undefined || section === 'requests') return requestId;
  if (session === undefined || !mayUse(session, mode, 'security:read')) return requestId;
  return (
    <Link to="/$mode/$" params={{ mode, _splat: `requests/${requestId}` }}>
      {requestId}
    </Link>
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

interface UnknownNoticeProps {
  readonly what?: string;
  readonly children?: ReactNode;
}

/** Says that the outcome of a request is unknown. Its repetition has the same idempotency key. */
export function UnknownNotice({ what, children }: UnknownNoticeProps): ReactElement {
  return (
    <Notice>
      It is unknown whether this was done{what === undefined ? '' : `: ${what}`}. Sending the same again here is safe.{' '}
      {children}
    </Notice>
  );
}
