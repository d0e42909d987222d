import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { localZone, showTimes, shownTimes, type ShownTimes } from '../../lib/shown-zone';
import { mayUse, useSession } from '../../session/session';
import { PageTitle } from '../../ui/page-title';
import { Security } from './security';
import styles from './settings.module.css';

/** How this browser shows times, and the security configuration of the account. */
export function SettingsPage(): ReactElement {
  const { mode } = useMode();
  const session = useSession();
  const [times, setTimes] = useState(shownTimes);
  const choose = (chosen: ShownTimes): void => {
    showTimes(chosen);
    setTimes(shownTimes());
  };
  const option = (value: ShownTimes, label: string): ReactElement => (
    <label className={styles['option']}>
      <input type="radio" name="times" checked={times === value} onChange={() => choose(value)} /> {label}
    </label>
  );
  return (
    <>
      <PageTitle title="Settings" />
      <fieldset className={styles['options']}>
        <legend>Times in this browser</legend>
        {option('utc', 'UTC')}
        {option('local', `Local time (${localZone()})`)}
      </fieldset>
      {mayUse(session, mode, 'security:read') && <Security />}
    </>
  );
}
