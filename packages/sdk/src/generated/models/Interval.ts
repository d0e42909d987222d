/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
import type { SummaryInterval } from './SummaryInterval';
/**
 * The length of an interval, by default `day`. Weeks begin on Monday.
 */
export type Interval = SummaryInterval;
