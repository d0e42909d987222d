/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The world that the object lives in, decided by the key that made it.
 */
export type Mode = 'test' | 'live';
