import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useIdempotencyKey } from '../../lib/idempotency-key';
import { useMode } from '../../lib/modes';
import { Button } from '../../ui/button';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { OUTCOMES } from './outcomes';
import styles from './sandbox.module.css';

/** The outcomes that a test payment can have, each with a button that makes such a payment. */
export function Outcomes({ mayWrite }: { readonly mayWrite: boolean }): ReactElement {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const [key, renewKey] = useIdempotencyKey();
  const pay = useMutation({
    mutationFn: (sandbox: string) => {
      const payment = {
        amount: { value: 1000, currency: 'EUR' },
        metadata: { sandbox },
        processorId: 'sandbox',
      } as const;
      return client.payments.create(payment, { idempotencyKey: `${key}-${sandbox}` });
    },
    onSuccess: async () => {
      renewKey();
      await queries.invalidateQueries({ queryKey: [mode, 'Payments'] });
    },
  });
  return (
    <section className={styles['section']} aria-labelledby="outcomes">
      <h2 id="outcomes">Outcomes</h2>
      <p>
        <code>metadata.sandbox</code> of a test payment chooses its outcome. No money moves.
      </p>
      <SuccessNotice>
        {pay.data === undefined ? null : (
          <>
            The payment{' '}
            <Link to="/$mode/payments/$id" params={{ mode, id: pay.data.id }}>
              {pay.data.id}
            </Link>{' '}
            was created with {pay.variables}.
          </>
        )}
      </SuccessNotice>
      {pay.error !== null && <FailureNotice error={pay.error} />}
      <ul className={styles['outcomes']} aria-label="Outcomes">
        {OUTCOMES.map(({ value, effect }) => (
          <li key={value}>
            <span>{effect}</span>
            {mayWrite && (
              <Button isBusy={pay.isPending} onClick={() => pay.mutate(value)}>
                Pay with {value}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
