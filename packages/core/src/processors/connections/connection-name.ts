import type { Schemas } from '@svc/contract';
import { toPublicId } from '../../platform/ids.js';

/**
 * The name under which payments and attempts store their connection: `http:249801938345984050`. Processors of the
 * installation have names without a colon: `sandbox`, `manual`, `http`.
 */
export function connectionName({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}:${id}`;
}

/** The id of the connection in a stored name; undefined if it is a processor of the installation. */
export function connectionIdOf(name: string): string | undefined {
  return name.split(':')[1];
}

type PublicProcessor = Pick<NonNullable<Schemas['Payment']['processor']>, 'id' | 'kind'>;

/** A processor as the API names it: the public id of a connection, or the name of a processor of the installation. */
export function publicProcessor(name: string): PublicProcessor {
  const [kind = name, id] = name.split(':');
  // Stored names begin with a kind of the contract.
  return { id: id === undefined ? name : toPublicId('proc', id), kind: kind as PublicProcessor['kind'] };
}
