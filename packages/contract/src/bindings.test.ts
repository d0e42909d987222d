import { describe, expect, it } from 'vitest';
import { allOperations } from './all-operations.js';
import { checkBindings } from './bindings.js';

const all = Object.keys(allOperations).map((operationId) => ({ operationId, where: `Controller.${operationId}` }));

describe('checkBindings', () => {
  it('accepts every operation bound once', () => {
    expect(() => checkBindings(all)).not.toThrow();
  });

  it('names every unbound operation', () => {
    const found = all.filter(({ operationId }) => operationId !== 'getPayment' && operationId !== 'listEvents');
    expect(() => checkBindings(found)).toThrow(
      "The controllers do not match the contract:\n  getPayment is bound nowhere; write a method with @Operation('getPayment')\n  listEvents is bound nowhere; write a method with @Operation('listEvents')",
    );
  });

  it('names an operation with two bindings, and both methods', () => {
    const found = [...all, { operationId: 'getPayment', where: 'Other.read' }];
    expect(() => checkBindings(found)).toThrow('getPayment is bound 2 times: Controller.getPayment, Other.read');
  });
});
