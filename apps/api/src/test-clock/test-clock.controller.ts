import { Controller } from '@nestjs/common';
import type { TestClockDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { TestClocks } from '@svc/core';
import { Caller, Input } from '../http/api-request.js';

@Controller()
export class TestClockController {
  constructor(private readonly clocks: TestClocks) {}

  @Operation('getTestClock')
  get(@Input() _input: Input<'getTestClock'>, @Caller() caller: Caller): Promise<TestClockDto> {
    return this.clocks.get(caller);
  }

  @Operation('advanceTestClock')
  advance(@Input() input: Input<'advanceTestClock'>, @Caller() caller: Caller): Promise<TestClockDto> {
    return this.clocks.advance(caller, input.body);
  }
}
