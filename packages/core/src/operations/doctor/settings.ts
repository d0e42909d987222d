import { type Config, configSchema, loadConfig, readSetting } from '../../platform/config/config.js';
import { readSecretFiles } from '../../platform/config/secret-files.js';
import type { RedisSettings } from '../../platform/redis-connection.js';
import type { z } from 'zod';
import { failed, ok, type Finding } from './finding.js';

/** A setting and the source of its value. The value itself is never reported. */
export interface SettingOrigin {
  readonly name: string;
  /** `default` or `unset` if nobody has set it. */
  readonly source: string;
}

/** Returns every setting with its source; `sources` contains the sources other than the environment. */
export function originsOf(
  environment: NodeJS.ProcessEnv,
  sources: Readonly<Record<string, string>>,
): readonly SettingOrigin[] {
  const fromFiles = new Set(Object.keys(readSecretFiles(environment).values));
  return Object.entries(configSchema.shape).map(([name, field]) => {
    if (fromFiles.has(name)) return { name, source: `${name}_FILE` };
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
  return ok('settings', `valid; ${set} set, the others use their defaults`);
}

/** All settings; undefined if one is invalid, which examineSettings reports. */
export function validConfig(environment: NodeJS.ProcessEnv): Config | undefined {
  try {
    return loadConfig(environment);
  } catch {
    return undefined;
  }
}

export type Settings = z.output<typeof configSchema>;

/** Returns a setting for a check; undefined if it is unset or invalid, which examineSettings reports. */
export function settingOf<Name extends keyof Settings>(
  name: Name,
  environment: NodeJS.ProcessEnv,
): Settings[Name] | undefined {
  try {
    return readSetting(name, environment);
  } catch {
    return undefined;
  }
}

/** Returns the settings of a connection to Redis. The URL may be invalid. */
export function redisSettingsOf(environment: NodeJS.ProcessEnv): RedisSettings {
  return {
    REDIS_URL: environment['REDIS_URL'] || (readSecretFiles(environment).values.REDIS_URL ?? ''),
    REDIS_SENTINELS: settingOf('REDIS_SENTINELS', environment),
    REDIS_SENTINEL_NAME: settingOf('REDIS_SENTINEL_NAME', environment),
    REDIS_SENTINEL_PASSWORD: settingOf('REDIS_SENTINEL_PASSWORD', environment),
  };
}
