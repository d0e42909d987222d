import { Controller } from '@nestjs/common';
import type { Output } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { TestClocks } from '@svc/core';
import { Caller } from '../http/caller.js';
import { Input } from '../http/input.js';

@Controller()
export class TestClockController {
  constructor(private readonly clocks: TestClocks) {}

  @Operation('getTestClock')
  get(@Input() _input: Input<'getTestClock'>, @Caller() caller: Caller): Promise<Output<'getTestClock'>> {
    return this.clocks.get(caller);
  }

  @Operation('advanceTestClock')
  advance(@Input() input: Input<'advanceTestClock'>, @Caller() caller: Caller): Promise<Output<'advanceTestClock'>> {
    return this.clocks.advance(caller, input.body);
  }
}
