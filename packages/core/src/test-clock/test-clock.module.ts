import { Module } from '@nestjs/common';
import { PaymentsInFlight } from '../payments/processing/payments-in-flight.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { backgroundTask } from '../platform/background/background-task.js';
import { Database } from '../platform/database/database.js';
import { Idempotency } from '../platform/idempotency/idempotency.js';
import { Schedules } from '../platform/schedules/schedule.js';
import { LOGGER } from '../platform/tokens.js';
import { concept } from '../platform/wiring/registry.js';
import { provide, setting } from '../platform/wiring/provide.js';
import { ClockLeases } from './clock-leases.js';
import { TestClockRunner } from './test-clock-runner.js';
import { TestClocks } from './test-clocks.js';

const LEASE_MS = 15_000;

/** The clock of test mode, which schedules run by. */
@Module(
  concept(
    [
      provide(TestClocks, [Database, Idempotency]),
      provide(ClockLeases, [Database, setting(() => LEASE_MS)]),
      provide(TestClockRunner, {
        leases: ClockLeases,
        schedules: Schedules,
        payments: PaymentsInFlight,
        logger: LOGGER,
      }),
      backgroundTask(TestClockRunner, {
        name: 'test clocks',
        run: (runner) => runner.takeDue(),
        drain: (runner) => runner.drain(),
      }),
    ],
    [PaymentsModule],
  ),
)
export class TestClockModule {}
