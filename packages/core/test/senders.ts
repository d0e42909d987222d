import { certificateAuthority, startReceiver, type Receiver, type ReceiverOptions } from '@svc/testing';
import { onTestFinished } from 'vitest';
import { DnsSource } from '../src/platform/dns/dns-source.js';
import { HostNames } from '../src/platform/dns/host-names.js';
import { AddressPolicy } from '../src/platform/http-client/address-policy.js';
import { WebhookSender, type SendOutcome, type WebhookSenderOptions } from '../src/webhooks/sending/sender.js';

const insecure = new AddressPolicy({ allowedCidrs: [], allowInsecure: true });
const names = new HostNames(new DnsSource());

/** A receiver until the test ends. */
export async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const started = await startReceiver(options);
  onTestFinished(() => started.close());
  return started;
}

/** A sender that trusts the receivers of this process, until the test ends. */
export async function sender(options: Partial<WebhookSenderOptions> = {}): Promise<WebhookSender> {
  const authority = await certificateAuthority();
  onTestFinished(() => authority.release());
  const made = new WebhookSender({ policy: insecure, names, timeoutMs: 5_000, ca: authority.pem, ...options });
  onTestFinished(() => made.close());
  return made;
}

export function response(outcome: SendOutcome): SendOutcome & { kind: 'response' } {
  if (outcome.kind === 'error') throw new Error(`${outcome.error}: ${outcome.detail}`);
  return outcome;
}
