import { allOperations } from './all-operations.js';

/** A controller method found at boot. */
export interface Binding {
  operationId: string;
  /** Class and method, for the message. */
  where: string;
}

/** Throws unless each operation of the contract is bound exactly once. */
export function checkBindings(found: readonly Binding[]): void {
  const complaints = Object.keys(allOperations).flatMap((operationId) => {
    const places = found.filter((binding) => binding.operationId === operationId).map(({ where }) => where);
    if (places.length === 1) return [];
    return places.length === 0
      ? [`${operationId} is bound nowhere; write a method with @Operation('${operationId}')`]
      : [`${operationId} is bound ${places.length} times: ${places.join(', ')}`];
  });
  if (complaints.length > 0)
    throw new Error(`The controllers do not match the contract:\n  ${complaints.join('\n  ')}`);
}
