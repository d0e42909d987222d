import type Stripe from 'stripe';
import type { Logger } from '../../platform/logger.js';
import type { EventRequest, SettlementLine, SettlementPage } from '../payment-processor.js';
import { fromStripeAmount } from './stripe-amounts.js';
import type { StripeAnswer, StripeCalls } from './stripe-calls.js';
import type { StripeOwnership } from './stripe-ownership.js';
import { isPartialCaptureReversal } from './stripe-refunds.js';

const PAGE = 100;

export interface StripeSettlementDependencies {
  readonly calls: StripeCalls;
  readonly owner: StripeOwnership;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Reads a page of the account's balance transactions, the newest first. Payments of other installations are left out. Refunds
 * and disputes are matched to payments by their charges.
 */
export async function listStripeSettlement(
  { since, cursor }: EventRequest,
  { calls, owner, logger }: StripeSettlementDependencies,
): Promise<SettlementPage> {
  const params: Stripe.BalanceTransactionListParams = {
    created: { gte: Math.floor(since.getTime() / 1_000) },
    expand: ['data.source'],
    limit: PAGE,
    ...(cursor === null ? {} : { starting_after: cursor }),
  };
  const answer: StripeAnswer<Pick<Stripe.ApiList<Stripe.BalanceTransaction>, 'data' | 'has_more'>> = await calls.ask(
    (sdk) => sdk.balanceTransactions.list(params),
  );
  const { object: page, failure } = answer;
  if (failure?.kind === 'refused' && cursor !== null) return { kind: 'unknown_cursor' };
  if (failure !== undefined) return { kind: 'unavailable', reason: `${failure.code}: ${failure.message}` };
  const lines: SettlementLine[] = [];
  let hasFailed = false;
  for (const entry of page.data) {
    const about = sourceOf(entry, owner);
    if (about === undefined) continue;
    const amounts = amountsOf(entry);
    if (amounts === undefined) {
      hasFailed = true;
      logger.warn(
        { event: 'stripe_settlement_unreadable', id: entry.id },
        'balance transaction left out: its currency or precision is not supported',
      );
    } else lines.push({ reference: entry.id, ...about, ...amounts, ...timesOf(entry) });
  }
  const last = page.data.at(-1);
  return { kind: 'page', lines, hasFailed, next: page.has_more && last !== undefined ? last.id : null };
}

/** What was settled; undefined for what is no payment of ours, such as a payout. */
function sourceOf(
  entry: Stripe.BalanceTransaction,
  owner: StripeOwnership,
): Pick<SettlementLine, 'kind' | 'source' | 'charge' | 'authorization'> | undefined {
  const { source, amount } = entry;
  if (source === null || typeof source === 'string') return undefined;
  const { id } = source;
  if (source.object === 'charge') {
    const authorization = owner.attemptOf(source.metadata);
    return authorization === undefined ? undefined : { kind: 'payment', source: id, charge: id, authorization };
  }
  if (source.object !== 'refund' && source.object !== 'dispute') return undefined;
  const charge = typeof source.charge === 'string' ? source.charge : source.charge?.id;
  if (charge === undefined) return undefined;
  if (isPartialCaptureReversal(entry)) return { kind: 'payment', source: id, charge, authorization: undefined };
  // A refund that fails comes back to the balance.
  const kind = source.object === 'dispute' ? 'dispute' : amount > 0 ? 'refund_failure' : 'refund';
  return { kind, source: id, charge, authorization: undefined };
}

function amountsOf({
  amount,
  fee,
  net,
  currency,
  exchange_rate: exchangeRate,
}: Stripe.BalanceTransaction): Pick<SettlementLine, 'gross' | 'fee' | 'net' | 'currency' | 'exchangeRate'> | undefined {
  const [gross, cost, rest] = [amount, fee, net].map((each) => fromStripeAmount(each, currency));
  if (gross === undefined || cost === undefined || rest === undefined) return undefined;
  return { gross, fee: cost, net: rest, currency: currency.toUpperCase(), exchangeRate };
}

function timesOf({
  created,
  available_on: available,
}: Stripe.BalanceTransaction): Pick<SettlementLine, 'availableAt' | 'settledAt'> {
  return { availableAt: new Date(available * 1_000), settledAt: new Date(created * 1_000) };
}
