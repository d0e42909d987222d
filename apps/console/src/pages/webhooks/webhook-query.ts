import type { Svc } from '@svc/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../../session/client';

/** One webhook. */
export const webhookQuery = (mode: Mode, client: Svc, id: string) =>
  queryOptions({
    queryKey: [mode, 'webhook', id],
    queryFn: ({ signal }) => client.webhooks.retrieve(id, { signal }),
  });
