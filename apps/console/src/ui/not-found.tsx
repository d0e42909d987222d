import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SessionPage } from '../session/session-page';
import { PageTitle } from './page-title';

const TITLE = 'Not found';

/** Stands for a page that does not exist, in the frame of the others. */
export function NotFound(): ReactElement {
  return (
    <>
      <PageTitle title={TITLE} />
      <WayOut />
    </>
  );
}

/** The same without a frame, for an address that has no mode. */
export function NothingFound(): ReactElement {
  return (
    <SessionPage title={TITLE}>
      <WayOut />
    </SessionPage>
  );
}

function WayOut(): ReactElement {
  return (
    <>
      <p>This page does not exist.</p>
      <p>
        <Link to="/$mode/overview" params={{ mode: 'test' }}>
          Go to the overview
        </Link>
      </p>
    </>
  );
}
