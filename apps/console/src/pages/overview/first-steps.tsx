import type { Svc } from '@svc/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useIdempotencyKey } from '../../lib/idempotency-key';
import { useMode } from '../../lib/modes';
import { pollMs } from '../../lib/polling';
import { Button, buttonClass } from '../../ui/button';
import { FailureNotice, SuccessNotice } from '../../ui/notice';
import { Status } from '../../ui/status';
import styles from './overview.module.css';

const FIRST_PAYMENT = {
  amount: { value: 1000, currency: 'EUR' },
  description: 'A first test payment',
  processorId: 'sandbox',
} as const;

interface Steps {
  readonly hasPaid: boolean;
  readonly hasWebhook: boolean;
  readonly hasReceived: boolean;
}

/** Leads an account without payments or webhooks to both. It goes away once an event was delivered. */
export function FirstSteps(): ReactElement | null {
  const { mode, client } = useMode();
  const queries = useQueryClient();
  const [openedAt] = useState(() => Date.now());
  const [idempotencyKey, renewKey] = useIdempotencyKey();
  const pay = useMutation({
    mutationFn: () => client.payments.create(FIRST_PAYMENT, { idempotencyKey }),
    onSuccess: async () => {
      renewKey();
      await queries.invalidateQueries({ queryKey: [mode] });
    },
  });
  const { data: steps } = useQuery({
    queryKey: [mode, 'first steps'],
    queryFn: ({ signal }) => readSteps(client, signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isDone(state.data) ? false : pollMs(Math.max(openedAt, pay.submittedAt)),
  });
  const isOpen = steps !== undefined && !isDone(steps);
  if (!isOpen && pay.data === undefined) return null;
  return (
    <section className={styles['steps']} aria-labelledby="steps">
      <h2 id="steps">First steps</h2>
      <SuccessNotice>
        {pay.data === undefined ? null : (
          <>
            The payment{' '}
            <Link to="/$mode/payments/$id" params={{ mode, id: pay.data.id }}>
              {pay.data.id}
            </Link>{' '}
            was created.
          </>
        )}
      </SuccessNotice>
      {pay.error !== null && <FailureNotice error={pay.error} />}
      <ol aria-label="First steps">
        <Step text="Make a payment. No money moves in test mode." isDone={steps?.hasPaid === true}>
          <Button kind="primary" disabled={pay.isPending} onClick={() => pay.mutate()}>
            Make a test payment
          </Button>
        </Step>
        <Step text="Create a webhook, which tells your program what happens." isDone={steps?.hasWebhook === true}>
          <Link to="/$mode/webhooks" params={{ mode }} className={buttonClass()}>
            Create a webhook
          </Link>
        </Step>
        <Step text="Receive an event: make another payment." isDone={steps?.hasReceived === true}>
          {steps?.hasWebhook === true && (
            <Button disabled={pay.isPending} onClick={() => pay.mutate()}>
              Make another payment
            </Button>
          )}
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly text: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ text, isDone, children }: StepProps): ReactElement {
  return (
    <li className={styles['step']}>
      <Status status={isDone ? 'completed' : 'open'} />
      <span>{text}</span>
      {!isDone && children}
    </li>
  );
}

async function readSteps(client: Svc, signal: AbortSignal): Promise<Steps> {
  const [payments, webhooks, deliveries] = await Promise.all([
    client.payments.list({ limit: 1 }, { signal }),
    client.webhooks.list({ limit: 1 }, { signal }),
    client.deliveries.list({ status: 'delivered', limit: 1 }, { signal }),
  ]);
  return {
    hasPaid: payments.data.length > 0,
    hasWebhook: webhooks.data.length > 0,
    hasReceived: deliveries.data.length > 0,
  };
}

function isDone({ hasPaid, hasWebhook, hasReceived }: Steps): boolean {
  return hasPaid && hasWebhook && hasReceived;
}
