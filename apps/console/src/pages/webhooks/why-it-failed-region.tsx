import type { AcknowledgeOn, Delivery } from '@svc/sdk';
import type { ReactElement } from 'react';
import { timeText } from '../../lib/time';
import { whyItFailed } from './why-it-failed';
import styles from './delivery.module.css';

interface WhyItFailedProps {
  readonly delivery: Delivery;
  readonly acknowledgeOn: AcknowledgeOn;
}

/** Says in plain words why a delivery failed, and what to do. */
export function WhyItFailed({ delivery, acknowledgeOn }: WhyItFailedProps): ReactElement | null {
  const why = whyItFailed(delivery, acknowledgeOn);
  if (why === undefined) return null;
  const { status, nextAttemptAt } = delivery;
  return (
    <section className={styles['why']} aria-labelledby="why">
      <h2 id="why">Why did it fail</h2>
      <p>{why.what}</p>
      <p>{why.remedy}</p>
      {status === 'failed' && <p>No attempts are left.</p>}
      {nextAttemptAt !== null && <p>The next attempt is due at {timeText(nextAttemptAt)}.</p>}
    </section>
  );
}
