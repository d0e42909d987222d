import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import styles from './sandbox.module.css';

const STEPS = [
  { title: 'Advance 1 hour', by: 'PT1H' },
  { title: 'Advance 1 day', by: 'P1D' },
  { title: 'Let a month pass', by: 'P1M' },
] as const;

/** The clock of schedules in test mode, such as the renewals of subscriptions. */
export function TestClock({ mayWrite }: { readonly mayWrite: boolean }): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const queryKey = [mode, 'test clock'];
  const { data: clock, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.testClock.retrieve({ signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 500 : 10_000),
  });
  const advance = useMutation({
    mutationFn: (by: string) => client.testClock.advance({ by }),
    // A read under way would bring back the clock from before.
    onMutate: () => queries.cancelQueries({ queryKey }),
    onSuccess: (running) => queries.setQueryData(queryKey, running),
  });
  const isRunning = clock?.status === 'running';
  const arrival =
    advance.data !== undefined && clock !== undefined ? `The clock is now at ${timeText(clock.now)}.` : null;
  return (
    <section className={styles['section']} aria-labelledby="clock">
      <h2 id="clock">Test clock</h2>
      <p>Renewals and expiries in test mode follow this clock. It never goes back.</p>
      {error !== null && <FailureNotice error={error} />}
      {advance.error !== null && <FailureNotice error={advance.error} />}
      <SuccessNotice>
        {isRunning ? `Advancing the clock to ${timeText(clock.target ?? clock.now)}.` : arrival}
      </SuccessNotice>
      {clock !== undefined && <Facts facts={[{ label: 'Time in test mode', text: timeText(clock.now) }]} />}
      {mayWrite && (
        <div className={styles['actions']}>
          {STEPS.map(({ title, by }) => (
            <Button key={by} isBusy={isRunning || advance.isPending} onClick={() => advance.mutate(by)}>
              {title}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
