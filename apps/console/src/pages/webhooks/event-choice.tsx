import { useId, type ReactElement } from 'react';
import { eventSelectors } from '../../generated/webhook-terms';
import { Choice } from '../../ui/choices';
import styles from '../../ui/choices.module.css';

interface EventChoiceProps {
  readonly chosen: readonly string[];
  readonly error: string | undefined;
}

/** The event types that a webhook receives: all, all of a resource, or single ones. */
export function EventChoice({ chosen, error }: EventChoiceProps): ReactElement {
  const id = useId();
  const [all, ...others] = eventSelectors;
  const box = (selector: string, label: string): ReactElement => (
    <Choice key={selector} name="events" value={selector} label={label} isChosen={chosen.includes(selector)} />
  );
  return (
    <fieldset className={styles['choices']} aria-describedby={error === undefined ? undefined : id}>
      <legend>Events</legend>
      {box(all, 'All events')}
      <details open={!chosen.includes(all)}>
        <summary>Only some events</summary>
        <p>Uncheck “All events” to receive only these.</p>
        {others.map((selector) => box(selector, selector))}
      </details>
      {error !== undefined && (
        <span id={id} className={styles['error']}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
