import type { SealedColumn } from '../crypto/sealed-column.js';
import { redactLine } from '../log-redaction.js';
import { examineAcquirer } from './acquirer.js';
import type { Finding } from './finding.js';
import { examinePostgres } from './postgres.js';
import { examineRedis } from './redis.js';
import { examineSettings, masterKeysOf, originsOf, retentionDaysOf, type SettingOrigin } from './settings.js';

export interface Diagnosis {
  /** Whether nothing has failed. */
  readonly healthy: boolean;
  readonly settings: readonly SettingOrigin[];
  readonly findings: readonly Finding[];
}

/**
 * Looks at an installation from outside, with the settings that its processes have: what is configured, reachable,
 * migrated, lagging. Changes nothing, and tells no setting's value.
 */
export async function diagnose(
  environment: NodeJS.ProcessEnv,
  sources: Readonly<Record<string, string>> = {},
  sealedColumns: readonly SealedColumn[] = [],
): Promise<Diagnosis> {
  const settings = originsOf(environment, sources);
  const { DATABASE_URL, REDIS_URL, PROCESSOR_URL, PROCESSOR_API_KEY } = environment;
  const masterKeys = masterKeysOf(environment);
  const [postgres, redis, acquirer] = await Promise.all([
    DATABASE_URL
      ? examinePostgres(DATABASE_URL, { retentionDays: retentionDaysOf(environment), masterKeys, sealedColumns })
      : Promise.resolve([]),
    REDIS_URL ? examineRedis(REDIS_URL) : Promise.resolve([]),
    PROCESSOR_URL ? examineAcquirer(PROCESSOR_URL, PROCESSOR_API_KEY ?? '') : undefined,
  ]);
  const found = [
    examineSettings(environment, settings),
    ...postgres,
    ...redis,
    ...(acquirer === undefined ? [] : [acquirer]),
  ];
  const findings = found.map((finding) => ({ ...finding, text: redactLine(finding.text) }));
  return { healthy: findings.every(({ state }) => state !== 'failed'), settings, findings };
}
