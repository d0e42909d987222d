import type { ConsoleSchemas } from '@svc/contract';

export type Role = ConsoleSchemas['Role'];

/** What each role may do, for the choice. */
export const ROLES: Readonly<Record<Role, string>> = {
  owner: 'everything',
  developer: 'everything in test mode, reading in live mode',
  support: 'payments, customers, subscriptions and refunds',
  approver: 'reading, and approving payments',
  finance: 'reading, and reports',
  viewer: 'reading',
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
