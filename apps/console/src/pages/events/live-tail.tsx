import { Link } from '@tanstack/react-router';
import { memo, useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { MODE_NAMES, useMode } from '../../lib/modes';
import { objectPath } from '../../lib/object-path';
import { timeText } from '../../lib/time';
import type { Mode } from '../../session/client';
import { onSessionBegin, onSessionEnd } from '../../session/session-end';
import { useSession } from '../../session/session';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { EventTail, type Tail, type TailedEvent } from './event-tail';
import styles from './events.module.css';

/** Events as they happen, newest first. Stops when the session ends and restarts after sign-in. */
export function LiveTail(): ReactElement | null {
  const { mode } = useMode();
  const { account } = useSession();
  const [isOver, setOver] = useState(false);
  useEffect(() => onSessionEnd(() => setOver(true)), []);
  useEffect(() => onSessionBegin(() => setOver(false)), []);
  const name = `events ${account.id} ${mode}`;
  return isOver ? null : <TailOf key={name} name={name} />;
}

function TailOf({ name }: { readonly name: string }): ReactElement {
  const { mode, client } = useMode();
  const [tail] = useState(() => new EventTail(client, name));
  useEffect(() => tail.start(), [tail]);
  const current = useSyncExternalStore(tail.subscribe, tail.snapshot);
  const [paused, setPaused] = useState<Tail>();
  const { events } = paused ?? current;
  const behind = current.count - (paused ?? current).count;
  return (
    <section className={styles['tail']} aria-labelledby="live">
      <div className={styles['title']}>
        <h2 id="live">Live events</h2>
        <Button onClick={() => setPaused(paused === undefined ? current : undefined)}>
          {paused === undefined ? 'Pause' : 'Continue'}
        </Button>
        {paused !== undefined && <span>{behind === 0 ? 'Paused' : `Paused, ${behind} newer`}</span>}
      </div>
      {current.failure !== undefined && <FailureNotice error={current.failure} />}
      {events.length === 0 && <p>Nothing has happened in {MODE_NAMES[mode]} mode since this page was opened.</p>}
      {events.length > 0 && (
        <ol className={styles['events']} aria-label="Live events" tabIndex={0}>
          {events.map((event) => (
            <Row key={event.id} event={event} mode={mode} />
          ))}
        </ol>
      )}
    </section>
  );
}

const Row = memo(function Row({ event, mode }: { readonly event: TailedEvent; readonly mode: Mode }): ReactElement {
  const { id, type, created, objectId } = event;
  const path = objectId === null ? undefined : objectPath(objectId);
  return (
    <li>
      <span className={styles['quiet']}>{timeText(created)}</span>{' '}
      <Link to="/$mode/$" params={{ mode, _splat: `events/${id}` }}>
        {type}
      </Link>{' '}
      {path !== undefined && (
        <Link to="/$mode/$" params={{ mode, _splat: path }}>
          {objectId}
        </Link>
      )}
    </li>
  );
});
