/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Only objects of this mode. A test key can only see test mode.
 */
export type ModeFilter = 'test' | 'live';
