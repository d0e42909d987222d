import type { DeliveryHealth } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { durationText } from '../../lib/duration';
import type { Fact } from '../../lib/facts';
import { useMode } from '../../lib/modes';
import { MAX_NEWEST } from '../../lib/newest';
import { timeText } from '../../lib/time';
import { Facts } from '../../ui/facts';
import { FailureNotice } from '../../ui/notice';
import { healthOf } from './health-of';
import styles from './webhooks.module.css';

/** How deliveries to a webhook went in the last day. */
export function WebhookHealth({ id }: { readonly id: string }): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'webhook health', id],
    queryFn: ({ signal }) => healthOf(client, id, signal),
    refetchInterval: 30_000,
  });
  return (
    <section className={styles['section']} aria-labelledby="health">
      <h2 id="health">Health</h2>
      {error !== null && <FailureNotice error={error} />}
      {data === 'not read' && <p>Health is only shown for the newest {MAX_NEWEST} webhooks.</p>}
      {data !== undefined && typeof data !== 'string' && <HealthFacts health={data} />}
    </section>
  );
}

function HealthFacts({ health }: { readonly health: DeliveryHealth }): ReactElement {
  if (health.deliveries === 0) return <p>There were no deliveries in the last 24 hours.</p>;
  return <Facts facts={healthFacts(health)} />;
}

function healthFacts(health: DeliveryHealth): Fact[] {
  const { deliveries, delivered, failed, pending, successRate } = health;
  return [
    { label: 'Since', text: timeText(health.coveredFrom) },
    { label: 'Deliveries', text: `${deliveries}: ${delivered} delivered, ${failed} failed, ${pending} pending` },
    { label: 'Success rate', text: successRate === null ? null : `${(successRate * 100).toFixed(1)} %` },
    { label: 'Time to respond', text: percentiles(health.responseTime) },
    { label: 'Time to delivery', text: percentiles(health.acknowledgedAfter) },
  ];
}

function percentiles(times: DeliveryHealth['responseTime']): string | null {
  if (times === null) return null;
  return `p50 ${durationText(times.p50)}, p95 ${durationText(times.p95)}, p99 ${durationText(times.p99)}`;
}
