import { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isMode } from './lib/modes';
import { failureOf } from './lib/problem';
import type { Mode } from './session/client';
import { sessionQuery } from './session/session';
import { SignInPage } from './session/sign-in-page';
import { WelcomePage } from './session/welcome-page';
import { Shell } from './shell/shell';
import { NotFound, NothingFound } from './ui/not-found';
import { PageFailure, WholePageFailure } from './ui/page-failure';

/**
 * Reads are kept for a moment, so that going back is instant, and read again when the window gets the focus. The client
 * library already repeats those that fail. Other reads are repeated if `fetch` got no answer: it then throws a TypeError.
 * Offline, everything fails at once: what waits for the network would be sent without anybody who looks at it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 2_000,
      retry: (failures, error) => failures < 2 && error instanceof TypeError,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The query of an address: plain texts, as the operations of the API take them. */
export type Search = Readonly<Record<string, string | undefined>>;

const root = createRootRoute({
  component: Outlet,
  errorComponent: WholePageFailure,
  notFoundComponent: NothingFound,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Search): { to?: string } => (to === undefined ? {} : { to }),
  component: SignInPage,
  errorComponent: WholePageFailure,
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: WelcomePage,
  errorComponent: WholePageFailure,
});

const callback = createRoute({
  getParentRoute: () => root,
  path: '/oidc/callback',
  component: lazyRouteComponent(() => import('./session/callback-page'), 'CallbackPage'),
  errorComponent: WholePageFailure,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/$mode/overview', params: { mode: 'test' }, throw: true });
  },
});

/** Pages of a signed-in person in a mode. Without a session, they lead to the sign-in and back. */
const shell = createRoute({
  getParentRoute: () => root,
  path: '/$mode',
  params: {
    parse: ({ mode }): { mode: Mode } => ({ mode: mode as Mode }),
  },
  beforeLoad: async ({ location, params }) => {
    if (!isMode(params.mode)) notFound({ throw: true });
    try {
      await queryClient.query({ ...sessionQuery, staleTime: 'static' });
    } catch (error) {
      if (failureOf(error).status !== 401) throw error;
      redirect({ to: '/sign-in', search: { to: location.href }, throw: true });
    }
  },
  component: Shell,
  errorComponent: WholePageFailure,
  notFoundComponent: NothingFound,
});

const anySearch = (search: Search): Search => search;

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page'), 'OverviewPage'),
});

const payments = createRoute({
  getParentRoute: () => shell,
  path: '/payments',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/payments/payments-page'), 'PaymentsPage'),
});

const payment = createRoute({
  getParentRoute: () => shell,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('./pages/payments/payment-page'), 'PaymentPage'),
});

const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/approvals/approvals-page'), 'ApprovalsPage'),
});

const refunds = createRoute({
  getParentRoute: () => shell,
  path: '/refunds',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/refunds/refunds-page'), 'RefundsPage'),
});

const refund = createRoute({
  getParentRoute: () => shell,
  path: '/refunds/$id',
  component: lazyRouteComponent(() => import('./pages/refunds/refund-page'), 'RefundPage'),
});

const disputes = createRoute({
  getParentRoute: () => shell,
  path: '/disputes',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/disputes/disputes-page'), 'DisputesPage'),
});

const dispute = createRoute({
  getParentRoute: () => shell,
  path: '/disputes/$id',
  component: lazyRouteComponent(() => import('./pages/disputes/dispute-page'), 'DisputePage'),
});

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/customers/customers-page'), 'CustomersPage'),
});

const customer = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('./pages/customers/customer-page'), 'CustomerPage'),
});

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page'), 'WebhookPage'),
});

const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page'), 'DeliveryPage'),
});

const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/events/events-page'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute: () => shell,
  path: '/events/$id',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/events/event-page'), 'EventPage'),
});

const requests = createRoute({
  getParentRoute: () => shell,
  path: '/requests',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/requests/requests-page'), 'RequestsPage'),
});

const request = createRoute({
  getParentRoute: () => shell,
  path: '/requests/$id',
  component: lazyRouteComponent(() => import('./pages/requests/request-page'), 'RequestPage'),
});

const subscriptions = createRoute({
  getParentRoute: () => shell,
  path: '/subscriptions',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/subscriptions/subscriptions-page'), 'SubscriptionsPage'),
});

const subscription = createRoute({
  getParentRoute: () => shell,
  path: '/subscriptions/$id',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/subscriptions/subscription-page'), 'SubscriptionPage'),
});

const analytics = createRoute({
  getParentRoute: () => shell,
  path: '/analytics',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/analytics/analytics-page'), 'AnalyticsPage'),
});

const sandbox = createRoute({
  getParentRoute: () => shell,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./pages/sandbox/sandbox-page'), 'SandboxPage'),
});

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/audit-log/audit-log-page'), 'AuditLogPage'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/keys/keys-page'), 'KeysPage'),
});

const key = createRoute({
  getParentRoute: () => shell,
  path: '/keys/$id',
  component: lazyRouteComponent(() => import('./pages/keys/key-page'), 'KeyPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page'), 'SettingsPage'),
});

const team = createRoute({
  getParentRoute: () => shell,
  path: '/team',
  component: lazyRouteComponent(() => import('./pages/team/team-page'), 'TeamPage'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile/profile-page'), 'ProfilePage'),
});

const checkoutSessions = createRoute({
  getParentRoute: () => shell,
  path: '/checkout-sessions',
  validateSearch: anySearch,
  component: lazyRouteComponent(
    () => import('./pages/checkout-sessions/checkout-sessions-page'),
    'CheckoutSessionsPage',
  ),
});

const checkoutSession = createRoute({
  getParentRoute: () => shell,
  path: '/checkout-sessions/$id',
  component: lazyRouteComponent(() => import('./pages/checkout-sessions/checkout-session-page'), 'CheckoutSessionPage'),
});

const processors = createRoute({
  getParentRoute: () => shell,
  path: '/processors',
  validateSearch: anySearch,
  component: lazyRouteComponent(() => import('./pages/processors/processors-page'), 'ProcessorsPage'),
});

const processor = createRoute({
  getParentRoute: () => shell,
  path: '/processors/$id',
  component: lazyRouteComponent(() => import('./pages/processors/processor-page'), 'ProcessorPage'),
});

/** Any other page. Links to a page by its path have this type. */
const other = createRoute({ getParentRoute: () => shell, path: '/$', component: NotFound });

const pages = [
  overview,
  payments,
  payment,
  approvals,
  refunds,
  refund,
  disputes,
  dispute,
  customers,
  customer,
  webhooks,
  webhook,
  delivery,
  events,
  event,
  requests,
  request,
  subscriptions,
  subscription,
  analytics,
  sandbox,
  keys,
  key,
  auditLog,
  team,
  profile,
  settings,
  checkoutSessions,
  checkoutSession,
  processors,
  processor,
  other,
];
const routeTree = root.addChildren([signIn, welcome, callback, start, shell.addChildren(pages)]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: false,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
  // The page of another object is a new page: it shows no notice and no dialog of the one before.
  defaultRemountDeps: ({ params }) => ('id' in params ? params.id : undefined),
  parseSearch: (text): Search => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Search) => {
    const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const text = new URLSearchParams(given).toString();
    return text === '' ? '' : `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
