import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { MODE_NAMES, useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { mayUse, useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { configQuery } from './config-query';
import { configFacts } from './config-values';
import { EditConfig } from './edit-config';
import styles from './settings.module.css';

/** The security configuration of the mode. */
export function Security(): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const { data, error, isPending } = useQuery(configQuery(client, mode));
  return (
    <section className={styles['section']} aria-labelledby="security">
      <h2 id="security">Security in {MODE_NAMES[mode].toLowerCase()} mode</h2>
      <SuccessNotice>{done}</SuccessNotice>
      {error !== null && <FailureNotice error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && (
        <>
          <Facts
            facts={[
              ...configFacts(data),
              { label: 'Changed', text: data.updatedAt === null ? null : timeText(data.updatedAt) },
            ]}
          />
          {mayUse(session, mode, 'security:write') && (
            <div>
              <Button onClick={() => setEditing(true)}>Edit security</Button>
            </div>
          )}
          {isEditing && <EditConfig config={data} onDone={setDone} onClose={() => setEditing(false)} />}
        </>
      )}
    </section>
  );
}
