import type { ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';
import { publicUrl } from './public-url.js';

/** The address of the page that explains a code, on this instance. */
export function problemType(config: Pick<Config, 'PUBLIC_URL'>, host: string | undefined, code: ProblemCode): string {
  return `${publicUrl(config, host)}/errors/${code}`;
}
