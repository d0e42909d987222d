/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { Mode } from './Mode';
/**
 * The clock that the schedules of test mode go by.
 */
export type TestClock = {
    /**
     * Whether it is on its way to `target`, or goes as fast as real time.
     */
    status: 'idle' | 'running';
    /**
     * What time it is there.
     */
    now: string;
    /**
     * Where it is going; null while it is idle.
     */
    target: string | null;
    mode: Mode;
};

