import type { Config } from '@svc/core';

/** Where clients reach this instance, without a slash at the end: as it is set, or as this request has found it. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL'>, host: string | undefined): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${host ?? 'localhost'}`;
}
