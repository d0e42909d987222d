import { ApiError, type Payment, type Svc } from '@svc/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMode } from '../../lib/modes';
import { pollAfterFailureMs, SLOW_POLL_MS } from '../../lib/polling';
import type { Mode } from '../../session/client';
import { mayUse, useSession } from '../../session/session';

/** What is known about the connection of a payment. `unknown`: nothing, for example because the person may not read it. */
export type ConnectionState = 'reading' | 'unknown' | 'working' | 'failing' | 'deleted';

type Connected = Pick<Payment, 'stage' | 'processor' | 'refundableAmount'>;

/** The connection that decides what can be done with the payment. Undefined if none does. */
export function decidingConnection({ stage, processor, refundableAmount }: Connected): string | undefined {
  // The sandbox and the gateway of the operator have no connection.
  if (processor === null || processor.id === processor.kind) return undefined;
  return stage === 'processing' || refundableAmount.value > 0 ? processor.id : undefined;
}

/** Reads the state of a connection every 30 seconds, until it is deleted. */
export function connectionQuery(client: Svc, mode: Mode, id: string) {
  return queryOptions({
    queryKey: [mode, 'connection', id],
    queryFn: async ({ signal }): Promise<ConnectionState> => {
      try {
        const { status } = await client.processors.retrieve(id, { signal });
        return status === 'failing' ? 'failing' : 'working';
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return 'deleted';
        throw error;
      }
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return pollAfterFailureMs(error);
      return data !== 'deleted' && SLOW_POLL_MS;
    },
  });
}

export function useConnectionOf(payment: Connected): ConnectionState {
  const { mode, client } = useMode();
  const session = useSession();
  const id = decidingConnection(payment);
  const enabled = id !== undefined && mayUse(session, mode, 'processors:read');
  const { data, isLoading } = useQuery({ ...connectionQuery(client, mode, id ?? ''), enabled });
  return isLoading ? 'reading' : (data ?? 'unknown');
}
