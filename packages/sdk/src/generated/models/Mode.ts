/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The mode of the object. It is the mode of the key that created it.
 */
export type Mode = 'test' | 'live';
