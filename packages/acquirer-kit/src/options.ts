import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RunSettings } from './run.js';

export const USAGE = `Usage: acquirer-kit --url https://… --api-key … [options]

Checks whether a gateway implements openapi/acquirer.yaml. It moves money: use the test mode of the gateway.

  --url               URL of the gateway
  --api-key           its bearer token; ACQUIRER_API_KEY by default
  --contract-version  1.3 (default) or 1.4
  --ca                PEM file with the certificate authority of the gateway
  --currency          currency of all operations, USD by default
  --amount            an amount that is approved, at least 500, 1000 by default
  --token             a payment method token that is approved; none by default
  --declined-amount   an amount that is declined
  --declined-token    a payment method token that is declined
  --pending-amount    an amount whose authorization is pending at first
  --action-amount     an amount for which the payer has to act
  --callback-secret   whsec_…, to check the signatures of callbacks; ACQUIRER_CALLBACK_SECRET by default
  --callback-port     port to receive callbacks on, with --callback-secret`;

/** Part of it is captured and refunded, and 400 of it left. */
const MIN_AMOUNT = 500;
const MAX_PORT = 65_535;

export interface KitOptions extends RunSettings {
  readonly url: string;
  readonly apiKey: string;
  /** PEM of certificate authorities in addition to Node's own. */
  readonly ca: string | undefined;
  readonly callbacks: { readonly secret: string; readonly port: number } | undefined;
}

/** Reads the command line; secrets may be in the environment. Throws an error that says what is wrong. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): KitOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ url: text, 'api-key': text, 'contract-version': text, ca: text, currency: text, amount: text, token: text },
      ...{ 'declined-amount': text, 'declined-token': text, 'pending-amount': text, 'action-amount': text },
      ...{ 'callback-secret': text, 'callback-port': text },
    },
  });
  const version = values['contract-version'] ?? '1.3';
  if (version !== '1.3' && version !== '1.4') throw new Error('--contract-version must be 1.3 or 1.4');
  const amount = amountOf('amount', values.amount) ?? 1_000;
  if (amount < MIN_AMOUNT) throw new Error(`--amount must be at least ${MIN_AMOUNT}`);
  return {
    url: urlOf(required('url', values.url)),
    apiKey: keyOf(required('api-key', values['api-key'] ?? environment['ACQUIRER_API_KEY'])),
    version,
    ca: values.ca === undefined ? undefined : textIn('ca', values.ca),
    currency: values.currency ?? 'USD',
    amount,
    token: values.token ?? null,
    declinedAmount: amountOf('declined-amount', values['declined-amount']),
    declinedToken: values['declined-token'],
    pendingAmount: amountOf('pending-amount', values['pending-amount']),
    actionAmount: amountOf('action-amount', values['action-amount']),
    callbacks: callbacksOf(
      values['callback-secret'] ?? (values['callback-port'] && environment['ACQUIRER_CALLBACK_SECRET']),
      values['callback-port'],
    ),
  };
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new Error(`--${name} is required`);
  return value;
}

function urlOf(text: string): string {
  if (!/^https?:\/\/[^?#]+$/.test(text) || !URL.canParse(text)) {
    throw new Error('--url must be a URL without a query and a fragment');
  }
  return text;
}

function keyOf(text: string): string {
  if (!/^[!-~]+$/.test(text)) throw new Error('--api-key must have visible ASCII characters only');
  return text;
}

function textIn(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`--${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function amountOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9][0-9]{0,11}$/.test(text)) throw new Error(`--${name} must be an amount in the smallest unit`);
  return Number(text);
}

function callbacksOf(secret: string | undefined, port: string | undefined): KitOptions['callbacks'] {
  if (secret === undefined && port === undefined) return undefined;
  if (secret === undefined || port === undefined) throw new Error('--callback-secret and --callback-port go together');
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > MAX_PORT) throw new Error('--callback-port must be a port');
  return { secret, port: Number(port) };
}
