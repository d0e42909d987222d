import { configSchema, loadConfig } from '../config/config.js';
import type { MasterKeys } from '../crypto/master-keys.js';
import { failed, ok, type Finding } from './finding.js';

/** A setting and where its value comes from. The value itself is nobody's business. */
export interface SettingOrigin {
  readonly name: string;
  /** `default` and `unset` where nobody has set it. */
  readonly source: string;
}

/** Every setting with its origin; `sources` names where those come from that are not of the environment. */
export function originsOf(
  environment: NodeJS.ProcessEnv,
  sources: Readonly<Record<string, string>>,
): readonly SettingOrigin[] {
  return Object.entries(configSchema.shape).map(([name, field]) => {
    if (environment[name]) return { name, source: sources[name] ?? 'environment' };
    return { name, source: field.safeParse(undefined).data === undefined ? 'unset' : 'default' };
  });
}

/** Whether the API and the worker would start with these settings. */
export function examineSettings(environment: NodeJS.ProcessEnv, origins: readonly SettingOrigin[]): Finding {
  try {
    loadConfig(environment);
  } catch (error) {
    return failed('settings', (error as Error).message);
  }
  const set = origins.filter(({ source }) => source !== 'default' && source !== 'unset').length;
  return ok('settings', `valid; ${set} set, the others have their defaults`);
}

/** For how many days events are kept; where the setting is wrong, as if there were none. */
export function retentionDaysOf(environment: NodeJS.ProcessEnv): number {
  const field = configSchema.shape.EVENT_RETENTION_DAYS;
  const given = field.safeParse(environment['EVENT_RETENTION_DAYS'] || undefined);
  return given.success ? given.data : field.parse(undefined);
}

/** The master keys, where they are as they should be. */
export function masterKeysOf(environment: NodeJS.ProcessEnv): MasterKeys | undefined {
  return configSchema.shape.MASTER_KEY.safeParse(environment['MASTER_KEY']).data;
}
