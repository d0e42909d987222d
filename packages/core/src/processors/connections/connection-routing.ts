import type { StatementRunner } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { isStripeCurrency, stripeAmount } from '../stripe/stripe-amounts.js';
import { publicProcessor } from './connection-name.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

// Deleted and disabled ones too: a payment method may belong to one.
const READ = namedQuery(
  'connections_of_environments',
  `SELECT environment_id AS "environmentId", id, kind, enabled AND deleted_at IS NULL AS enabled, currencies,
          amount_min AS "amountMin", amount_max AS "amountMax", deleted_at IS NOT NULL AS "isDeleted"
     FROM processors WHERE environment_id = ANY ($1::int[]) ORDER BY environment_id, priority, id`,
);

/** The kinds of processors that can express an amount. */
export function kindsThatTake(money: RoutedAmount): ProcessorConnection['kind'][] {
  return stripeAmount(money) === undefined ? ['http'] : ['http', 'stripe'];
}

/** Whether a processor, as payments store it, can express an amount. */
export function canExpress(processor: string, money: RoutedAmount): boolean {
  return publicProcessor(processor).kind !== 'stripe' || stripeAmount(money) !== undefined;
}

/** Whether processors of this kind can charge a payment. Stripe needs a payment method, or a page that takes one. */
export function canCharge(
  kind: string,
  payment: { readonly paymentMethodId: string | null; readonly checkoutSessionId: string | null },
): boolean {
  return kind !== 'stripe' || payment.paymentMethodId !== null || payment.checkoutSessionId !== null;
}

/** Whether processors of this kind can save the payment method that a customer enters on their page. */
export function savesMethods(kind: string): boolean {
  return kind === 'stripe' || kind === 'sandbox';
}

/** SQL: whether connection `c`, of a kind that can express the amount, takes a new payment. */
export function takes(c: string, currency: string, amount: string): string {
  return `${c}.enabled AND ${c}.deleted_at IS NULL AND (${c}.currencies IS NULL OR ${currency} = ANY (${c}.currencies))
    AND ${amount} >= coalesce(${c}.amount_min, 0) AND (${c}.amount_max IS NULL OR ${amount} <= ${c}.amount_max)`;
}

export type RoutedConnection = Pick<
  ProcessorConnection,
  'environmentId' | 'id' | 'kind' | 'enabled' | 'currencies' | 'amountMin' | 'amountMax'
> & { readonly isDeleted: boolean };

/** The amount by which a payment finds its connection. */
export interface RoutedAmount {
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
}

/** The connections of the environments in a batch of payments. */
export class ConnectionRoutes {
  private constructor(private readonly connections: readonly RoutedConnection[]) {}

  static async read(runner: StatementRunner, environmentIds: ReadonlySet<number>): Promise<ConnectionRoutes> {
    return new ConnectionRoutes(await runner.run<RoutedConnection>(READ, [[...environmentIds]]));
  }

  /** The connection with this id, also a disabled or deleted one. */
  find(environmentId: number, id: string): RoutedConnection | undefined {
    return this.connections.find((each) => each.environmentId === environmentId && each.id === id);
  }

  /** Of the enabled connections that take the payment, the one with the lowest priority number; those of a kind that suits first. */
  best(environmentId: number, money: RoutedAmount, suits: (kind: string) => boolean): RoutedConnection | undefined {
    const able = this.connections.filter((each) => each.environmentId === environmentId && takesPayment(each, money));
    return able.find(({ kind }) => suits(kind)) ?? able[0];
  }

  /** Whether an environment has connections, enabled or not. */
  hasAny(environmentId: number): boolean {
    return this.connections.some((each) => each.environmentId === environmentId && !each.isDeleted);
  }

  /** The pointer to why no connection takes a payment. */
  refusedField(environmentId: number, currency: string): RefusedField {
    const enabled = this.connections.filter((each) => each.environmentId === environmentId && each.enabled);
    return refusedField(enabled, currency);
  }
}

type RefusedField = '/amount/currency' | '/amount';

/** The pointer to why none of these connections takes a payment: its currency, if none of them takes any amount of it. */
export function refusedField(
  connections: readonly Pick<RoutedConnection, 'kind' | 'currencies'>[],
  currency: string,
): RefusedField {
  const isCurrency = connections.length > 0 && !connections.some((each) => takesCurrency(each, currency));
  return isCurrency ? '/amount/currency' : '/amount';
}

/** Whether a connection takes a new payment, by currency and amount. */
export function takesPayment(
  connection: Omit<RoutedConnection, 'environmentId' | 'id' | 'isDeleted'>,
  money: RoutedAmount,
): boolean {
  const { kind, enabled, currencies, amountMin, amountMax } = connection;
  return (
    enabled &&
    kindsThatTake(money).includes(kind) &&
    (currencies === null || currencies.includes(money.currency)) &&
    (amountMin === null || money.amountValue >= Number(amountMin)) &&
    (amountMax === null || money.amountValue <= Number(amountMax))
  );
}

/** Whether a connection takes any amount of the currency. */
function takesCurrency({ kind, currencies }: Pick<RoutedConnection, 'kind' | 'currencies'>, currency: string): boolean {
  return (kind !== 'stripe' || isStripeCurrency(currency)) && (currencies?.includes(currency) ?? true);
}
