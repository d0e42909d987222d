import type { Svc, Webhook } from '@svc/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../../session/client';

/** A webhook in the version that was read, and the ETag that names this version. */
export interface ReadWebhook {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
}

/** One webhook. */
export const webhookQuery = (mode: Mode, client: Svc, id: string) =>
  queryOptions({
    queryKey: [mode, 'webhook', id],
    queryFn: async ({ signal }): Promise<ReadWebhook> =>
      withTag(await client.webhooks.retrieve(id, { signal }).withResponse()),
  });

export function withTag(answer: {
  readonly data: Webhook;
  readonly response: { readonly headers: Headers };
}): ReadWebhook {
  return { webhook: answer.data, etag: answer.response.headers.get('ETag') ?? undefined };
}
