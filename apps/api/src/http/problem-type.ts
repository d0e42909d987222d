import type { ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';

/** The address of the page that explains a code, on this instance. */
export function problemType(config: Pick<Config, 'PUBLIC_URL'>, host: string | undefined, code: ProblemCode): string {
  const base = config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${host ?? 'localhost'}`;
  return `${base}/errors/${code}`;
}
