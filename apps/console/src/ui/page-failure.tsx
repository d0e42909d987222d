import type { ReactElement } from 'react';
import { SessionPage } from '../session/session-page';
import { Button } from './button';
import { FailureNotice } from './notice';
import { PageTitle } from './page-title';

interface FailureProps {
  readonly error: unknown;
}

const TITLE = 'The page did not load';

/** Stands for a page that cannot be shown. What is around it stays. */
export function PageFailure({ error }: FailureProps): ReactElement {
  return (
    <>
      <PageTitle title={TITLE} />
      <Reason error={error} />
    </>
  );
}

/** Stands for everything, if there is no frame around the page. */
export function WholePageFailure({ error }: FailureProps): ReactElement {
  return (
    <SessionPage title={TITLE}>
      <Reason error={error} />
    </SessionPage>
  );
}

function Reason({ error }: FailureProps): ReactElement {
  return (
    <>
      <p>The service may be out of reach for a moment, or it has a new version.</p>
      <FailureNotice error={error} />
      <div>
        <Button kind="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </>
  );
}
