import { Registry } from '../wiring/registry.js';

/**
 * Things that fall due by an environment's time, which the clock of test mode may have moved on: each is due at a moment
 * that it keeps, and that moment has come when it is at or before now() + the environment's clock_offset.
 */
export interface Schedule {
  readonly name: string;
  /** The earliest moment at which something of the environment is or falls due. */
  nextDue(environmentId: number): Promise<Date | undefined>;
  /** Settles up to `limit` that are due, in one environment or in all. Answers how many were settled. */
  settleDue(limit: number, environmentId?: number): Promise<number>;
}

export class Schedules extends Registry<Schedule> {}
