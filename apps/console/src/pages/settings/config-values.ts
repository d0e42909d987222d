import type { SecurityConfig, UpdateSecurityConfig } from '@svc/sdk';
import { currencies } from '../../generated/currencies';
import type { Fact } from '../../lib/facts';
import { networksOf, textOf } from '../../lib/form';
import { decimalText, enteredAmount, moneyText, type Money } from '../../lib/money';
import { InvalidField } from '../../lib/problem';

/** What a person can set. */
type ConfigValues = Pick<
  SecurityConfig,
  'allowedCidrs' | 'approvalThresholds' | 'approvalsBySomeoneElse' | 'requireIdempotencyKey' | 'retentionDays'
>;

export function valuesOf(config: SecurityConfig): ConfigValues {
  const { allowedCidrs, approvalThresholds, approvalsBySomeoneElse, requireIdempotencyKey, retentionDays } = config;
  return { allowedCidrs, approvalThresholds, approvalsBySomeoneElse, requireIdempotencyKey, retentionDays };
}

/** Reads the form. */
export function readConfig(form: FormData): ConfigValues {
  const days = textOf(form, 'retentionDays');
  if (!/^\d*$/.test(days)) throw new InvalidField('/retentionDays', 'Enter a number of days, or nothing.');
  return {
    allowedCidrs: networksOf(form, 'networks'),
    approvalThresholds: readThresholds(textOf(form, 'thresholds')),
    approvalsBySomeoneElse: form.has('approvalsBySomeoneElse'),
    requireIdempotencyKey: form.has('requireIdempotencyKey'),
    retentionDays: days === '' ? null : Number(days),
  };
}

/** `10000.00 USD, 500000.00 HUF`, as in the form. */
export function thresholdsText(thresholds: readonly Money[]): string {
  return thresholds.map((amount) => `${decimalText(amount)} ${amount.currency}`).join(', ');
}

function readThresholds(text: string): Money[] {
  const entries = text.split(/[,;]\s+|[,;]$/).map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, amount, currency] = /^(\S+)\s+([A-Za-z]{3})$/.exec(entry) ?? [];
      const code = currency?.toUpperCase();
      if (amount === undefined || code === undefined || !Object.hasOwn(currencies, code)) throw invalidThreshold(entry);
      try {
        return enteredAmount(amount, code);
      } catch {
        throw invalidThreshold(entry);
      }
    });
}

function invalidThreshold(entry: string): InvalidField {
  return new InvalidField('/approvalThresholds', `"${entry}" is not a valid amount. Use the form 10000.00 USD.`);
}

/** Only what the person changed, so that changes of others to other settings stay. */
export function patchOf(before: ConfigValues, after: ConfigValues): UpdateSecurityConfig {
  const changed = (Object.keys(after) as (keyof ConfigValues)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

export function configFacts(config: ConfigValues): Fact[] {
  const { allowedCidrs, approvalThresholds, approvalsBySomeoneElse, requireIdempotencyKey, retentionDays } = config;
  return [
    { label: 'Networks', text: allowedCidrs.join(', ') || 'any' },
    { label: 'Approval from', text: approvalThresholds.map(moneyText).join(', ') || 'no amount' },
    { label: 'Approval by someone else', text: approvalsBySomeoneElse ? 'required' : 'not required' },
    { label: 'Idempotency key', text: requireIdempotencyKey ? 'required' : 'not required' },
    {
      label: 'Events and deliveries are shown for',
      text: retentionDays === null ? 'the default of this instance' : `${retentionDays} days`,
    },
  ];
}
