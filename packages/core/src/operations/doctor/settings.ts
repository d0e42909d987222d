import { configSchema, loadConfig } from '../../platform/config/config.js';
import type { z } from 'zod';
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

export type Settings = z.output<typeof configSchema>;

/** One setting, for looks at what it is about; undefined when it is not set, or wrong, which is told already. */
export function settingOf<Name extends keyof Settings>(
  name: Name,
  environment: NodeJS.ProcessEnv,
): Settings[Name] | undefined {
  const { data } = configSchema.shape[name].safeParse(environment[name] || undefined);
  return data as Settings[Name] | undefined;
}
