const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

interface AcquirerSettings {
  readonly PROCESSOR_LIVE: 'manual' | 'http';
  readonly PROCESSOR_URL?: string | undefined;
  readonly PROCESSOR_API_KEY?: string | undefined;
  readonly PROCESSOR_CALLBACK_SECRET: readonly Buffer[];
  readonly PROCESSOR_TIMEOUT: number;
  readonly PAYMENT_LEASE: number;
}

/** Whether money may be moved at this address: nobody on the way can read or answer for it. */
export function isAcquirerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.has(hostname));
  return isPrivate && username + password + search + hash === '';
}

/** What keeps the acquirer from being used, by variable; nothing where none is set. */
export function acquirerMistakes(config: AcquirerSettings): [name: string, message: string][] {
  if (config.PROCESSOR_LIVE === 'manual' && config.PROCESSOR_URL === undefined) return [];
  const needed: [string, boolean][] = [
    ['PROCESSOR_URL', config.PROCESSOR_URL !== undefined],
    ['PROCESSOR_API_KEY', config.PROCESSOR_API_KEY !== undefined],
    ['PROCESSOR_CALLBACK_SECRET', config.PROCESSOR_CALLBACK_SECRET.length > 0],
  ];
  const mistakes = needed
    .filter(([, isSet]) => !isSet)
    .map(([name]): [string, string] => [name, 'is required with PROCESSOR_LIVE=http, and beside PROCESSOR_URL']);
  // It is asked and may then be sent to, both within the lease.
  if (config.PAYMENT_LEASE < 2 * config.PROCESSOR_TIMEOUT + 5_000) {
    mistakes.push(['PAYMENT_LEASE', 'must exceed twice PROCESSOR_TIMEOUT by at least 5s']);
  }
  return mistakes;
}
