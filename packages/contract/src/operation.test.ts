import { METHOD_METADATA, PATH_METADATA, HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Operation, operationIdOf } from './operation.js';
import type { Input, Output, Schemas } from './schemas.js';

class Payments {
  constructor(private readonly payment: Schemas['Payment']) {}

  @Operation('createPayment')
  create(_input: Input<'createPayment'>): Output<'createPayment'> {
    return this.payment;
  }

  @Operation('getPayment')
  async get(_input: Input<'getPayment'>, _caller: { account: string }): Promise<Output<'getPayment'>> {
    return this.payment;
  }

  other(): void {}
}

describe('@Operation', () => {
  it('sets the route and status of the method from the contract', () => {
    const { create } = Payments.prototype;
    expect(Reflect.getMetadata(PATH_METADATA, create)).toBe('/v1/payments');
    expect(Reflect.getMetadata(METHOD_METADATA, create)).toBe(RequestMethod.POST);
    expect(Reflect.getMetadata(HTTP_CODE_METADATA, create)).toBe(201);
    expect(Reflect.getMetadata(PATH_METADATA, Payments.prototype.get)).toBe('/v1/payments/:paymentId');
  });

  it('stores the operationId on this method only', () => {
    expect(operationIdOf(Payments.prototype.create)).toBe('createPayment');
    expect(operationIdOf(Payments.prototype.get)).toBe('getPayment');
    expect(operationIdOf(Payments.prototype.other)).toBeUndefined();
  });
});
