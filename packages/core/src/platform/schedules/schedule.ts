import { Registry } from '../wiring/registry.js';

/** Objects that are due when their stored time is at or before now() + the environment's clock_offset (test clock). */
export interface Schedule {
  readonly name: string;
  /** The earliest time at which an object of the environment is due, also in the past. */
  nextDue(environmentId: number): Promise<Date | undefined>;
  /** Settles up to `limit` due objects, in one environment or in all. Returns how many. */
  settleDue(limit: number, environmentId?: number): Promise<number>;
}

export class Schedules extends Registry<Schedule> {}
