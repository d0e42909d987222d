import type { Svc } from '@svc/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Mode } from '../../session/client';

export function configQuery(client: Svc, mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'security configuration'],
    queryFn: ({ signal }) => client.security.config({ signal }),
  });
}
