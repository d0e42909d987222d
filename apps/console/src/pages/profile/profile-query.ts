import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from '../../session/console-api';

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: () => consoleApi.ownSessions(),
});

export const accountsQuery = queryOptions({
  queryKey: ['profile', 'accounts'],
  queryFn: () => consoleApi.ownAccounts(),
});
