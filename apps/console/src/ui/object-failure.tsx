import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../lib/modes';
import { failureOf } from '../lib/problem';
import { FailureNotice } from './notice';

/** Says why an object cannot be shown. One that is not found may be in the other mode. */
export function ObjectFailure({ error }: { readonly error: unknown }): ReactElement {
  return (
    <>
      <FailureNotice error={error} />
      {failureOf(error).status === 404 && <OtherMode />}
    </>
  );
}

function OtherMode(): ReactElement {
  const { mode } = useMode();
  const [, , ...path] = useLocation().pathname.split('/');
  const other = mode === 'test' ? 'live' : 'test';
  return (
    <p>
      This is {mode} mode, which does not show what is in {other} mode.{' '}
      <Link to="/$mode/$" params={{ mode: other, _splat: path.join('/') }}>
        Look for it in {other} mode
      </Link>
    </p>
  );
}
