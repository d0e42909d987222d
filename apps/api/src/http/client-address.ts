import { Networks, type Config } from '@svc/core';

/**
 * Whose X-Forwarded-For Express believes. It reads the header from the right, from the connection on: what is behind the
 * first address that is not a trusted proxy's could have been written by anybody.
 */
export function trustedProxies(
  config: Pick<Config, 'TRUST_PROXY' | 'TRUSTED_PROXIES'>,
): number | ((address: string) => boolean) {
  if (config.TRUSTED_PROXIES.length === 0) return config.TRUST_PROXY;
  const proxies = new Networks(config.TRUSTED_PROXIES);
  return (address) => proxies.include(address);
}
