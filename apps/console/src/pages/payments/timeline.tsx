import type { TimelineEntry } from '@svc/sdk';
import type { ReactElement } from 'react';
import { timeText } from '../../lib/time';
import { timelineText } from './timeline-text';
import styles from './timeline.module.css';

/** What happened to a payment, oldest first. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }): ReactElement {
  return (
    <ol aria-label="Timeline" role="list" className={styles['timeline']}>
      {entries.map((entry, index) => {
        const { text, note } = timelineText(entry);
        return (
          <li key={index}>
            <time dateTime={entry.at}>{timeText(entry.at)}</time>
            <span>
              {text}
              {entry.type === 'timeline.state' && entry.by !== null && ` By ${entry.by.name ?? entry.by.id}.`}
              {note !== null && <q className={styles['note']}>{note}</q>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
