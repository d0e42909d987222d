import type { ConsoleSchemas } from '@svc/contract';

export type Role = ConsoleSchemas['Role'];

/** What each role can do, for the choice. */
export const ROLES: Readonly<Record<Role, string>> = {
  owner: 'do everything',
  developer: 'do everything in test mode, read in live mode',
  support: 'handle payments, customers, subscriptions and refunds',
  approver: 'read, and approve payments',
  finance: 'read, and make reports',
  viewer: 'read',
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
