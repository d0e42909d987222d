import type { StatementRunner } from '../../platform/database/database.js';
import { namedQuery } from '../../platform/database/named-query.js';
import { isStripeCurrency, stripeAmount } from '../stripe/stripe-amounts.js';
import { connectionName, publicProcessor } from './connection-name.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

// Deleted and disabled ones too: a payment method may belong to one.
const READ = namedQuery(
  'connections_of_environments',
  `SELECT environment_id AS "environmentId", id, kind, enabled AND deleted_at IS NULL AS enabled, currencies,
          amount_min AS "amountMin", amount_max AS "amountMax", deleted_at IS NOT NULL AS "isDeleted"
     FROM processors WHERE environment_id = ANY ($1::int[]) ORDER BY environment_id, priority, id`,
);

/** The kinds of processors that can express an amount. */
export function kindsThatTake(money: Money): ProcessorConnection['kind'][] {
  return stripeAmount(money) === undefined ? ['http'] : ['http', 'stripe'];
}

/** Whether a processor, as payments store it, can express an amount. */
export function canExpress(processor: string, money: Money): boolean {
  return publicProcessor(processor).kind !== 'stripe' || stripeAmount(money) !== undefined;
}

/** Whether processors of this kind only take payments that have a payment method, or a page that takes one. */
export function needsMethod(kind: string): boolean {
  return kind === 'stripe';
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

interface Money {
  /** In the currency's smallest unit. */
  readonly amountValue: number;
  readonly currency: string;
}

/** Where a new payment goes, as payments store it. */
export interface Route {
  readonly processor: string;
  /** Whether another connection may get the payment if this one certainly received nothing. */
  readonly canFailOver: boolean;
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

  /**
   * Of the enabled connections that take the payment, and are of a kind that does, the one with the lowest priority
   * number.
   */
  first(environmentId: number, money: Money, isKind: (kind: string) => boolean = () => true): Route | undefined {
    const connection = this.connections.find(
      (each) => each.environmentId === environmentId && isTaken(each, money) && isKind(each.kind),
    );
    return connection && { processor: connectionName(connection), canFailOver: true };
  }

  /** Whether an environment has connections, enabled or not. */
  hasAny(environmentId: number): boolean {
    return this.connections.some((each) => each.environmentId === environmentId && !each.isDeleted);
  }

  /** Whether a payment could only go to connections that need a payment method, or a page that takes one. */
  onlyWithMethod(environmentId: number, money: Money): boolean {
    const isOther = (kind: string): boolean => !needsMethod(kind);
    return this.first(environmentId, money) !== undefined && !this.first(environmentId, money, isOther);
  }

  /** The pointer to why no connection takes a payment: its currency, if none of the enabled ones takes any amount of it. */
  refusedField(environmentId: number, currency: string): '/amount/currency' | '/amount' {
    const enabled = this.connections.filter((each) => each.environmentId === environmentId && each.enabled);
    const isCurrency = enabled.length > 0 && !enabled.some((each) => takesCurrency(each, currency));
    return isCurrency ? '/amount/currency' : '/amount';
  }
}

/** Whether a connection takes a new payment, by currency and amount. */
export function isTaken(
  connection: Omit<RoutedConnection, 'environmentId' | 'id' | 'isDeleted'>,
  money: Money,
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
export function takesCurrency(
  { kind, currencies }: Pick<RoutedConnection, 'kind' | 'currencies'>,
  currency: string,
): boolean {
  return (kind !== 'stripe' || isStripeCurrency(currency)) && (currencies?.includes(currency) ?? true);
}
