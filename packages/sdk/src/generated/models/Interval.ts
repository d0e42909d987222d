/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SummaryInterval } from './SummaryInterval';
/**
 * How long the intervals are; a day when it is not given. Weeks begin on Monday.
 */
export type Interval = SummaryInterval;
