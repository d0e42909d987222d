import { Module, type DynamicModule } from '@nestjs/common';
import { CoreModule, type Config, type Logger } from '@svc/core';
import { Consumers } from './consumers.js';
import { BackgroundRunner } from './background-runner.js';

@Module({})
export class WorkerModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [CoreModule.forRoot(config, logger, { dueInOrder: true })],
      providers: [BackgroundRunner, Consumers],
    };
  }
}
