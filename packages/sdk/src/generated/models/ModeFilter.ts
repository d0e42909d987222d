/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only those of this mode. A test key sees none but those of test mode.
 */
export type ModeFilter = 'test' | 'live';
