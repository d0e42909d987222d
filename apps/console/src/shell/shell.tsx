import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactElement } from 'react';
import { MODES, MODE_NAMES, useMode } from '../lib/modes';
import { SearchButton } from '../search/search-button';
import { consoleApi } from '../session/console-api';
import { useSession } from '../session/session';
import { nameOf, show } from '../session/shown-session';
import { Button, buttonClass } from '../ui/button';
import { FailureNotice, Notice } from '../ui/notice';
import { PageTitle } from '../ui/page-title';
import { visiblePages } from './navigation';
import { SessionChangeDialog } from './session-change-dialog';
import { SessionEndDialog } from './session-end-dialog';
import { StepUpDialog } from './step-up-dialog';
import styles from './shell.module.css';

/** What all pages of a signed-in person share. Another person or account gets a new page: nothing stays in memory. */
export function Shell(): ReactElement | null {
  const session = useSession();
  const [first] = useState(() => {
    // Before the pages in it send anything.
    show(session);
    return nameOf(session);
  });
  const isOther = nameOf(session) !== first;
  useEffect(() => {
    if (isOther) window.location.replace('/console/');
  }, [isOther]);
  return isOther ? null : <Frame />;
}

function Frame(): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const { pathname } = useLocation();
  const [, , section] = pathname.split('/');
  const { isSuspended } = session.account;
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <header className={styles['header']}>
        <span className={styles['brand']}>Svc Payments</span>
        <span>{session.account.name}</span>
        <nav aria-label="Mode" className={styles['modes']}>
          {MODES.map((each) => (
            <Link
              key={each}
              to="/$mode/$"
              params={{ mode: each, _splat: section ?? 'overview' }}
              activeProps={{}}
              aria-current={each === mode ? 'true' : undefined}
            >
              {MODE_NAMES[each]}
            </Link>
          ))}
        </nav>
        <span className={styles['spacer']} />
        {!isSuspended && <SearchButton />}
        <UserMenu />
      </header>
      <nav aria-label="Main" className={styles['nav']}>
        <ul>
          {(isSuspended ? [] : visiblePages(session, mode)).map(({ path, title }) => (
            <li key={path}>
              <Link
                to="/$mode/$"
                params={{ mode, _splat: path }}
                activeProps={{}}
                aria-current={path === section ? 'page' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className={styles['main']} tabIndex={-1}>
        {/* Nothing that a page knows in one mode may stay in the other one. */}
        {isSuspended && section !== PROFILE ? <SuspendedAccount /> : <Outlet key={mode} />}
      </main>
      <StepUpDialog />
      <SessionEndDialog />
      <SessionChangeDialog />
    </div>
  );
}

/** The page of the person, which stays open: other accounts are there. */
const PROFILE = 'profile';

/** Stands for all pages of a suspended account. */
function SuspendedAccount(): ReactElement {
  return (
    <>
      <PageTitle title="Account suspended" />
      <Notice>
        The operator has suspended this account. Its API keys and payment pages are refused, and its live subscriptions
        are not charged. Payments that had begun still end, and webhooks are still delivered. Contact the operator.
      </Notice>
    </>
  );
}

function UserMenu(): ReactElement {
  const id = useId();
  const { mode } = useMode();
  const { user, role } = useSession();
  const signOut = useMutation({
    mutationFn: () => consoleApi.signOut(),
    // A new page: nothing that was read stays in memory.
    onSuccess: () => window.location.replace('/console/sign-in'),
  });
  return (
    <>
      <button type="button" className={buttonClass()} popoverTarget={id}>
        {user.name}
      </button>
      <div id={id} popover="auto" className={styles['menu']}>
        <p>{user.email}</p>
        <p>Role: {role}</p>
        <p>
          <Link to="/$mode/profile" params={{ mode }} onClick={() => document.getElementById(id)?.hidePopover()}>
            Your account
          </Link>
        </p>
        {signOut.error !== null && <FailureNotice error={signOut.error} />}
        <Button onClick={() => signOut.mutate()}>Sign out</Button>
      </div>
    </>
  );
}
