import type { Schemas } from '@svc/contract';
import { cellCodeOf, idTime, toPublicId } from '../../platform/ids.js';
import type { Mode } from '../../security/environment.entity.js';
import type { ProcessorConnection } from './processor-connection.entity.js';

/** A connection in API responses, without its credentials. */
export function presentConnection(
  connection: ProcessorConnection,
  mode: Mode,
  publicUrl: string,
  warnings: Schemas['ProcessorWarning'][],
): Schemas['Processor'] {
  return {
    id: toPublicId('proc', connection.id),
    kind: connection.kind,
    name: connection.name,
    enabled: connection.enabled,
    priority: connection.priority,
    currencies: connection.currencies,
    amountMin: numberOf(connection.amountMin),
    amountMax: numberOf(connection.amountMax),
    status: connection.status,
    lastError: connection.lastError,
    externalAccountId: connection.externalAccountId,
    warnings,
    callbackUrl: callbackUrl(connection, publicUrl),
    mode,
    version: connection.version,
    createdAt: idTime(connection.id).toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  };
}

/** Where the processor of a connection sends its callbacks. */
export function callbackUrl(
  { environmentId, id }: Pick<ProcessorConnection, 'environmentId' | 'id'>,
  publicUrl: string,
): string {
  return `${publicUrl}/callbacks/${cellCodeOf(environmentId)}/${toPublicId('proc', id)}`;
}

export function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}
