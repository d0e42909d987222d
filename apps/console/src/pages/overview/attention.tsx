import type { Dispute } from '@svc/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { moneyText } from '../../lib/money';
import type { Newest } from '../../lib/newest';
import { FailureNotice } from '../../ui/notice';
import { Status } from '../../ui/status';
import { AWAITING_RESPONSE, respondBy } from '../disputes/dispute-facts';
import { failingText, readFailingConnections, readFailingEndpoints } from './needs-attention';
import styles from './overview.module.css';

const SHOWN = 5;
const PAGE = 100;
/** Failed refunds are shown for this long. The service does not know whether somebody has paid them in another way. */
const FAILED_REFUNDS_MS = 30 * 86_400_000;

/** Stages that only a person ends. Unknown outcomes come first. */
const STAGES = ['requires_attention', 'awaiting_approval'] as const;

/** Payments that wait for an approval, or whose outcome somebody must decide. */
export function WaitingPayments(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'waiting payments'],
    queryFn: ({ signal }) =>
      Promise.all(
        STAGES.map(async (stage) => ({ stage, page: await client.payments.list({ stage, limit: PAGE }, { signal }) })),
      ),
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const waiting = data.filter(({ page }) => page.data.length > 0);
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      {waiting.length === 0 && <p>No payments need attention.</p>}
      {waiting.map(({ stage, page: { data: payments, hasMore } }) => (
        <div key={stage}>
          <p>
            {hasMore && 'More than '}
            {payments.length} {payments.length === 1 ? 'payment' : 'payments'} <Status status={stage} />
          </p>
          <ul className={styles['items']}>
            {payments.slice(0, SHOWN).map(({ id, amount }) => (
              <li key={id}>
                <Link to="/$mode/payments/$id" params={{ mode, id }}>
                  {id}
                </Link>{' '}
                {moneyText(amount)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** Webhooks that are disabled or failing. */
export function FailingEndpoints(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'failing endpoints'],
    queryFn: ({ signal }) => readFailingEndpoints(client, signal),
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const items = data.items.map(({ id, reason }) => ({ id, name: id, reason }));
  return <Failing what="webhooks" found={{ ...data, items }} error={error} />;
}

/** Disputes that await a response at the payment processor. */
export function OpenDisputes(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'open disputes'],
    queryFn: async ({ signal }) => {
      const pages = AWAITING_RESPONSE.map((status) => client.disputes.list({ status, limit: PAGE }, { signal }));
      return Promise.all(pages);
    },
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const disputes = data.flatMap((page) => page.data);
  const count = disputes.length;
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      {count === 0 && <p>No disputes await a response.</p>}
      {count > 0 && (
        <>
          <p>
            {data.some(({ hasMore }) => hasMore) && 'More than '}
            {count === 1 ? '1 dispute awaits' : `${count} disputes await`} a response
          </p>
          <ul className={styles['items']} aria-label="Disputes that await a response">
            {soonest(disputes).map((dispute) => (
              <li key={dispute.id}>
                <Link to="/$mode/disputes/$id" params={{ mode, id: dispute.id }}>
                  {dispute.id}
                </Link>{' '}
                {moneyText(dispute.amount)}
                {dispute.evidenceDueBy !== null && ` Respond by ${respondBy(dispute)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Those with the earliest deadlines. */
function soonest(disputes: readonly Dispute[]): Dispute[] {
  const deadline = ({ evidenceDueBy }: Dispute): number =>
    evidenceDueBy === null ? Number.MAX_VALUE : Date.parse(evidenceDueBy);
  return disputes.toSorted((one, other) => deadline(one) - deadline(other)).slice(0, SHOWN);
}

/** Refunds that failed, some of them days after they were made: the customer is still owed the money. */
export function FailedRefunds(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'failed refunds'],
    queryFn: ({ signal }) => {
      const createdFrom = new Date(Date.now() - FAILED_REFUNDS_MS).toISOString();
      return client.refunds.list({ status: 'failed', createdFrom, limit: PAGE }, { signal });
    },
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const count = data.data.length;
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      <p>
        {data.hasMore && 'More than '}
        {count === 0 ? 'No refunds' : count === 1 ? '1 refund' : `${count} refunds`} of the last 30 days failed.
      </p>
      {count > 0 && (
        <ul className={styles['items']} aria-label="Failed refunds">
          {data.data.slice(0, SHOWN).map(({ id, amount, failure }) => (
            <li key={id}>
              <Link to="/$mode/refunds/$id" params={{ mode, id }}>
                {id}
              </Link>{' '}
              {moneyText(amount)} {failure?.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Connections whose credentials the processor refuses: their payments wait. */
export function FailingConnections(): ReactElement {
  const { mode, client } = useMode();
  const { data, error } = useQuery({
    queryKey: [mode, 'failing connections'],
    queryFn: ({ signal }) => readFailingConnections(client, signal),
    refetchInterval: 30_000,
  });
  if (data === undefined) return <Unread error={error} />;
  const items = data.items.map(({ id, name, lastError }) => ({
    id,
    name,
    reason: lastError ?? 'The processor refuses the credentials.',
  }));
  return <Failing what="processors" found={{ ...data, items }} error={error} />;
}

interface FailingProps {
  readonly what: 'webhooks' | 'processors';
  readonly found: Newest<{ readonly id: string; readonly name: string; readonly reason: string }>;
  readonly error: unknown;
}

function Failing({ what, found, error }: FailingProps): ReactElement {
  const { mode } = useMode();
  const { items } = found;
  const text = failingText(what, found);
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      {text !== null && <p>{text}</p>}
      {items.length > 0 && (
        <ul className={styles['items']} aria-label={`Failing ${what}`}>
          {items.map(({ id, name, reason }) => (
            <li key={id}>
              <Link to={`/$mode/${what}/$id`} params={{ mode, id }}>
                {name}
              </Link>{' '}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Unread({ error }: { readonly error: unknown }): ReactElement {
  return error === null ? <p role="status">Loading</p> : <FailureNotice error={error} />;
}
