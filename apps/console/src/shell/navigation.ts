import type { Mode } from '../session/client';
import type { ConsoleSession } from '../session/console-api';
import { mayUse } from '../session/session';

/** A page of the navigation, which is also the first part of its address. */
export interface NavigationPage {
  readonly path: string;
  readonly title: string;
  /** The scope without which the page would only show a refusal. */
  readonly scope: string | undefined;
  /** The only mode that has the page. */
  readonly mode?: Mode;
}

const PAGES: readonly NavigationPage[] = [
  { path: 'overview', title: 'Overview', scope: undefined },
  { path: 'payments', title: 'Payments', scope: 'payments:read' },
  { path: 'approvals', title: 'Approvals', scope: 'payments:read' },
  { path: 'refunds', title: 'Refunds', scope: 'refunds:read' },
  { path: 'disputes', title: 'Disputes', scope: 'payments:read' },
  { path: 'customers', title: 'Customers', scope: 'customers:read' },
  { path: 'subscriptions', title: 'Subscriptions', scope: 'customers:read' },
  { path: 'checkout-sessions', title: 'Checkout sessions', scope: 'payments:read' },
  { path: 'processors', title: 'Processors', scope: 'processors:read' },
  { path: 'webhooks', title: 'Webhooks', scope: 'webhooks:read' },
  { path: 'events', title: 'Events', scope: 'webhooks:read' },
  { path: 'requests', title: 'Requests', scope: 'security:read' },
  { path: 'analytics', title: 'Analytics', scope: 'analytics:read' },
  { path: 'sandbox', title: 'Sandbox', scope: 'payments:read', mode: 'test' },
  { path: 'keys', title: 'Keys', scope: 'security:read' },
  { path: 'audit-log', title: 'Audit log', scope: 'security:read' },
  { path: 'team', title: 'Team', scope: 'security:read' },
  { path: 'settings', title: 'Settings', scope: undefined },
];

/** The pages that the person can use in a mode. */
export function visiblePages(session: ConsoleSession, mode: Mode): readonly NavigationPage[] {
  return PAGES.filter((page) => {
    const isOfMode = page.mode === undefined || page.mode === mode;
    return isOfMode && (page.scope === undefined || mayUse(session, mode, page.scope));
  });
}
