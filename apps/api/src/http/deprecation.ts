import type { OperationDescriptor } from '@svc/contract';
import type { Response } from 'express';

/** Says on an answer of a deprecated operation since when it is, until when it works, and where to read about it. */
export function announceDeprecation({ deprecation }: OperationDescriptor, response: Response): void {
  if (deprecation === null) return;
  response.setHeader('Deprecation', deprecation.deprecation);
  response.setHeader('Sunset', deprecation.sunset);
  response.append('Link', deprecation.link);
}
