import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { PageTitle } from '../../ui/page-title';
import { mayUse, useSession } from '../../session/session';
import { Outcomes } from './outcomes-list';
import { TestClock } from './test-clock';

/** What only test mode has: outcomes that can be chosen, and a clock that can be advanced. */
export function SandboxPage(): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const mayWrite = mayUse(session, mode, 'payments:write');
  return (
    <>
      <PageTitle title="Sandbox" />
      {mode === 'live' ? (
        <p>The sandbox exists only in test mode.</p>
      ) : (
        <>
          <TestClock mayWrite={mayWrite} />
          <Outcomes mayWrite={mayWrite} />
        </>
      )}
    </>
  );
}
