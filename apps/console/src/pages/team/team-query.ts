import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from '../../session/console-api';

/** The key of everything about the team. */
export const TEAM = ['team'];

export const peopleQuery = queryOptions({ queryKey: [...TEAM, 'people'], queryFn: () => consoleApi.people() });

export const invitationsQuery = queryOptions({
  queryKey: [...TEAM, 'invitations'],
  queryFn: () => consoleApi.invitations(),
});
