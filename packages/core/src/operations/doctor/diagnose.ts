import { readSecretFiles } from '../../platform/config/secret-files.js';
import type { SealedColumn } from '../../platform/crypto/sealed-column.js';
import { NameResolution, socketLookup } from '../../platform/dns/name-resolution.js';
import { redactLine } from '../../platform/logger.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { examineAcquirer } from './acquirer.js';
import type { Finding } from './finding.js';
import { examineIdentityProvider } from './identity-provider.js';
import { examinePostgres } from './postgres.js';
import { examineRedis } from './redis.js';
import { examineProxy } from './proxy.js';
import {
  examineSettings,
  originsOf,
  redisSettingsOf,
  settingOf,
  validConfig,
  type SettingOrigin,
  type Settings,
} from './settings.js';

export interface Diagnosis {
  readonly healthy: boolean;
  readonly verdict: string;
  readonly settings: readonly SettingOrigin[];
  readonly findings: readonly Finding[];
}

/** Examines an installation from outside. Changes nothing, and reports no values of settings. */
export async function diagnose(
  environment: NodeJS.ProcessEnv,
  sources: Readonly<Record<string, string>> = {},
  sealedColumns: readonly SealedColumn[] = [],
): Promise<Diagnosis> {
  const settings = originsOf(environment, sources);
  const { PROCESSOR_URL } = environment;
  const { DATABASE_URL, REDIS_URL, PROCESSOR_API_KEY } = { ...environment, ...readSecretFiles(environment).values };
  const setting = <Name extends keyof Settings>(name: Name): Settings[Name] | undefined => settingOf(name, environment);
  const installation = {
    cell: setting('CELL'),
    retentionDays: setting('EVENT_RETENTION_DAYS'),
    pendingLimit: setting('PROCESSOR_PENDING_LIMIT'),
    masterKeys: setting('MASTER_KEY'),
    peppers: setting('API_KEY_PEPPER'),
    sealedColumns,
    config: validConfig(environment),
  };
  const proxy = setting('WEBHOOK_PROXY_URL');
  const names = new NameResolution(
    { WEBHOOK_DNS: setting('WEBHOOK_DNS') ?? 'dns', WEBHOOK_DNS_SERVERS: [] },
    new Metrics(),
  );
  const lookup = socketLookup(names.configured);
  const acquirer = { apiKey: PROCESSOR_API_KEY ?? '', ca: setting('PROCESSOR_EXTRA_CA'), lookup };
  const looks: (Promise<Finding | Finding[]> | undefined)[] = [
    DATABASE_URL ? examinePostgres(DATABASE_URL, installation) : undefined,
    REDIS_URL ? examineRedis(redisSettingsOf(environment)) : undefined,
    PROCESSOR_URL ? examineAcquirer(PROCESSOR_URL, acquirer) : undefined,
    examineIdentityProvider(installation.config),
    proxy && examineProxy({ ...proxy, lookup }, setting('WEBHOOK_EXTRA_CA')),
  ];
  const seen = await Promise.all(looks.filter((look) => look !== undefined));
  names.onApplicationShutdown();
  const redacted = seen.flat().map((finding) => ({ ...finding, text: redactLine(finding.text) }));
  // The first one has no value of a setting, and the forms of URLs that it names look like credentials.
  const findings = [examineSettings(environment, settings), ...redacted];
  const healthy = findings.every(({ state }) => state !== 'failed');
  return { healthy, verdict: verdictOn(healthy, findings), settings, findings };
}

function verdictOn(healthy: boolean, findings: readonly Finding[]): string {
  if (!healthy) return 'Some checks failed: see above.';
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  return warnings === 0 ? 'All is well.' : `No check failed, but there are ${warnings} warning(s): see above.`;
}
