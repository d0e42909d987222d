import type { OnApplicationShutdown } from '@nestjs/common';
import type { LookupFunction } from 'node:net';
import type { Config } from '../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import { DnsSource } from './dns-source.js';
import { HostNames, type Names } from './host-names.js';
import { LookupMetrics } from './lookup-metrics.js';
import { SystemSource } from './system-source.js';
import { NameError } from './name-answer.js';

/** Resolves the names of all connections but those to Postgres, Redis and the trace collector. */
export class NameResolution implements OnApplicationShutdown {
  /** Names that accounts have set. */
  readonly endpoints: HostNames;
  /** Names that the operator has configured: the acquirer's, the proxy's. */
  readonly configured: HostNames;
  private readonly sources: readonly (DnsSource | SystemSource)[];

  constructor(
    { WEBHOOK_DNS, WEBHOOK_DNS_SERVERS }: Pick<Config, 'WEBHOOK_DNS' | 'WEBHOOK_DNS_SERVERS'>,
    metrics: Metrics,
  ) {
    const system = WEBHOOK_DNS === 'system' ? new SystemSource() : undefined;
    const forEndpoints = system ?? new DnsSource({ servers: WEBHOOK_DNS_SERVERS });
    const forConfigured = system ?? new DnsSource();
    this.endpoints = new HostNames(forEndpoints, new LookupMetrics(metrics));
    this.configured = new HostNames(forConfigured);
    this.sources = [forEndpoints, forConfigured];
  }

  onApplicationShutdown(): void {
    for (const source of this.sources) source.close();
  }
}

/** A look-up function for sockets to configured names, as net.connect takes it. */
export function socketLookup(names: Names): LookupFunction {
  return (hostname, options, callback) => {
    names.addressesOf(hostname, { accountId: null }).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameError(hostname, { kind: 'absent' }), []);
        if (options.all === true) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
