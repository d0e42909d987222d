import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { ownPath } from '../lib/own-path';
import { FailureNotice } from '../ui/notice';
import { consoleApi } from './console-api';
import { providerResponse, tellProviderDone } from './provider';
import { sessionQuery } from './session';
import { SessionPage } from './session-page';

/** Where the identity provider leads back to: exchanges its answer for a session, then goes on. */
export function CallbackPage(): ReactElement {
  const client = useQueryClient();
  const navigate = useNavigate();
  const response = providerResponse();
  const { data, error } = useQuery({
    queryKey: ['provider response', response],
    queryFn: () => consoleApi.finishProvider({ response: response ?? '' }),
    enabled: response !== undefined,
    // It works once: nothing sends it again, not even the focus of the window after a failure.
    retry: false,
    staleTime: 'static',
  });
  useEffect(() => {
    if (data === undefined) return;
    client.setQueryData(sessionQuery.queryKey, data.session);
    if (data.to !== null) {
      void navigate({ href: ownPath(data.to), replace: true });
      return;
    }
    tellProviderDone(data.purpose);
    window.close();
  }, [data, client, navigate]);
  return (
    <SessionPage title="Sign in">
      {error !== null && <FailureNotice error={error} />}
      {(error !== null || response === undefined) && (
        <p>
          <Link to="/sign-in">Sign in</Link> again.
        </p>
      )}
      {data?.to === null && <p>You can close this window.</p>}
    </SessionPage>
  );
}
