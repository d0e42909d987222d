/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
/**
 * The clock that schedules in test mode use.
 */
export type TestClock = {
    /**
     * Whether it is running to `target`, or is idle and runs at the speed of real time.
     */
    status: 'idle' | 'running';
    /**
     * The time of the clock.
     */
    now: string;
    /**
     * The time that it is running to. Null while it is idle.
     */
    target: string | null;
    mode: Mode;
};

