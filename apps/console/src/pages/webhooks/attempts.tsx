import type { Delivery, DeliveryAttempt } from '@svc/sdk';
import type { ReactElement } from 'react';
import { durationText } from '../../lib/duration';
import { timeText } from '../../lib/time';
import { Status } from '../../ui/status';
import { hasDelivered, isOpen, waterfall, type Bar } from './delivery-state';
import styles from './delivery.module.css';

/** The attempts of a delivery and the waits between them, on one time axis. */
export function Attempts({ delivery }: { readonly delivery: Delivery }): ReactElement {
  const bars = waterfall(delivery);
  return (
    <section className={styles['section']} aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {delivery.attempts.length === 0 && (
        <p>{isOpen(delivery) ? 'The first attempt has not ended yet.' : 'There was no attempt.'}</p>
      )}
      <ol className={styles['attempts']} aria-label="Attempts">
        {delivery.attempts.map((attempt, index) => (
          <Attempt key={attempt.n} attempt={attempt} bar={bars[index]} isFailed={!hasDelivered(delivery, attempt)} />
        ))}
      </ol>
    </section>
  );
}

interface AttemptProps {
  readonly attempt: DeliveryAttempt;
  readonly bar: Bar | undefined;
  readonly isFailed: boolean;
}

function Attempt({ attempt, bar, isFailed }: AttemptProps): ReactElement {
  const { n, at, durationMs, statusCode, error, detail, responseExcerpt } = attempt;
  const waited = bar !== undefined && n > 1 ? `, after a wait of ${durationText(bar.waitedMs)}` : '';
  return (
    <li className={styles['attempt']}>
      <p>
        <strong>Attempt {n}</strong> <Status status={isFailed ? 'failed' : 'delivered'} />{' '}
        {statusCode === null ? error?.replaceAll('_', ' ') : `answered ${statusCode}`} in {durationText(durationMs)}
      </p>
      <p className={styles['quiet']}>
        {timeText(at)}
        {waited}
      </p>
      {bar !== undefined && <TimeBar bar={bar} isFailed={isFailed} />}
      {detail !== null && <p>{detail}</p>}
      {responseExcerpt !== null && <Answer text={responseExcerpt} n={n} />}
    </li>
  );
}

/** Repeats the times as a picture. */
function TimeBar({ bar, isFailed }: { readonly bar: Bar; readonly isFailed: boolean }): ReactElement {
  const part = (from: number, to: number) => ({
    // A short attempt at the end stays visible.
    insetInlineStart: `min(${from}%, 100% - 3px)`,
    inlineSize: `${to - from}%`,
  });
  return (
    <div className={styles['axis']} aria-hidden="true">
      <div className={styles['wait']} style={part(bar.waitFrom, bar.from)} />
      <div className={isFailed ? styles['failed'] : styles['delivered']} style={part(bar.from, bar.to)} />
    </div>
  );
}

/** What the endpoint answered. It is foreign text, and is shown as nothing else. */
function Answer({ text, n }: { readonly text: string; readonly n: number }): ReactElement {
  if (text === '') return <p className={styles['quiet']}>The answer has no body.</p>;
  return (
    <pre className={styles['answer']} tabIndex={0} role="region" aria-label={`Answer to attempt ${n}`}>
      {text}
    </pre>
  );
}
